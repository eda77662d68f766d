import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({"name": "dru"})
with urlopen(f"http://localhost:3000/api/v1/instants/?{query}") as response:
    for clip in json.load(response)["results"]:
        print(clip["name"], clip["slug"])
