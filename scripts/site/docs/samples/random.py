import json
import random
from urllib.request import urlopen

api = "http://localhost:3000/api/v1/instants/"
with urlopen(api) as response:
    at = random.randrange(json.load(response)["count"])
with urlopen(f"{api}?page={at // 10 + 1}") as response:
    print(json.load(response)["results"][at % 10]["name"])
