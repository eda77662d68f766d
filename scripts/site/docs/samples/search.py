import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({"name": "drum roll"})
with urlopen(f"http://localhost:3000/api/v1/instants/?{query}") as response:
    page = json.load(response)
print(page["count"], page["results"][0]["name"] if page["results"] else "nothing")
