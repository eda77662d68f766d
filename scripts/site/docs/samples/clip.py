import json
from urllib.error import HTTPError
from urllib.request import urlopen

try:
    with urlopen("http://localhost:3000/api/v1/instants/drum_roll/") as response:
        print(json.load(response)["sound"])
except HTTPError as error:
    print(error.code, json.load(error)["detail"])
