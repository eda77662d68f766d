from urllib.error import HTTPError
from urllib.request import Request, urlopen

url = "http://localhost:3000/api/v1/instants/"
with urlopen(url) as response:
    tag, body = response.headers["ETag"], response.read()
try:
    with urlopen(Request(url, headers={"If-None-Match": tag})) as response:
        tag, body = response.headers["ETag"], response.read()
except HTTPError as error:
    if error.code != 304:
        raise
    print(304, "not changed")
