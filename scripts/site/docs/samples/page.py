import json
from urllib.request import urlopen

url = "http://localhost:3000/api/v1/instants/"
while url:
    with urlopen(url) as response:
        page = json.load(response)
    for clip in page["results"]:
        print(clip["name"], clip["sound"])
    url = page["next"]
