# python3 bot.py search drum roll, complete dru, random, or play drum_roll
import json
import random
import sys
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import urlopen

API = "http://localhost:3000/api/v1/instants/"


def read(url):
    """The answer, or None if there is no such clip."""
    try:
        with urlopen(url) as response:
            return json.load(response)
    except HTTPError as error:
        if error.code in (404, 410):
            return None
        raise


def search(name):
    return read(f"{API}?{urlencode({'name': name})}")["results"]


def any_clip():
    at = random.randrange(read(API)["count"] or 1)
    results = (read(f"{API}?page={at // 10 + 1}") or {"results": []})["results"]
    return results[at % len(results)] if results else None


def say(clip):
    print(f"{clip['name']} {clip['sound']}" if clip else "There is no such clip.")


command, *words = sys.argv[1:] or [""]
text = " ".join(words)
if command == "search":
    say(next(iter(search(text)), None))
elif command == "complete":
    for clip in search(text):
        print(clip["name"])
elif command == "random":
    say(any_clip())
elif command == "play":
    say(read(f"{API}{quote(text, safe='')}/"))
