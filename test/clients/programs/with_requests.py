import json
import sys

import requests

api = sys.argv[1] + "/api/v1/instants/"
session = requests.Session()


def get(url, **params):
    response = session.get(url, params=params)
    response.raise_for_status()
    return response.json()


found = get(api, format="json", name="drum roll")
walked, url = [], api
while url:
    page = get(url)
    walked += [clip["slug"] for clip in page["results"]]
    url = page["next"]
slug = found["results"][0]["slug"]
print(json.dumps({
    "sound": found["results"][0]["sound"],
    "walked": len(walked),
    "pageSize": len(get(api, page_size=50)["results"]),
    "names": [get(f"{api}{slug}/")["name"], get(f"{api}{slug}")["name"]],
    "missing": session.get(api + "nobody/").status_code,
    "removed": session.get(api + "removed/").status_code,
}))
