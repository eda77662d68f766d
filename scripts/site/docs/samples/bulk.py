import json
from urllib.request import urlopen

with urlopen("http://localhost:3000/v1/instants/all.ndjson") as response:
    clips = [json.loads(line) for line in response]
print(len(clips))
