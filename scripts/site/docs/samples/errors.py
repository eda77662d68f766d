import json
from urllib.error import HTTPError
from urllib.request import urlopen

try:
    urlopen("http://localhost:3000/api/v1/instants/?page=0")
except HTTPError as error:
    body = json.load(error)
    print(error.code, body.get("detail") or " ".join(body["name"]))
