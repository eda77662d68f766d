import json
import os
from urllib.request import urlretrieve

if not os.path.exists("all.ndjson"):
    urlretrieve("http://localhost:3000/v1/instants/all.ndjson", "all.ndjson")
with open("all.ndjson", encoding="utf-8") as lines:
    clips = [json.loads(line) for line in lines]
for clip in clips:
    if all(word in clip["name"].casefold() for word in "drum rol".split()):
        print(clip["name"])
