import json
import random
from urllib.request import urlopen


def read(page):
    with urlopen(f"http://localhost:3000/api/v1/instants/?page={page}") as response:
        return json.load(response)


count = read(1)["count"]  # once, when the program starts


def any_clip():
    global count
    at = random.randrange(max(count, 1))
    answer = read(at // 10 + 1)
    count = answer["count"]
    return answer["results"][at % 10] if answer["results"] else None


clip = any_clip()
print(clip["name"] if clip else "There are no clips yet.")
