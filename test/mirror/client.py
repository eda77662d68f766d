"""A mirror client, written from scripts/mirror/PROTOCOL.md alone: python3 client.py URL DIR"""
import gzip
import hashlib
import json
import os
import re
import sys
import unicodedata
from urllib.parse import quote
from urllib.request import Request, urlopen

FOLDERS = {name: f"v1/instants/{name}" for name in ("packs", "search", "slugs", "templates")} | {"manifest": "manifest"}
source, target = sys.argv[1].rstrip("/"), sys.argv[2]


def get(path, limit):
    url = f"{source}/{'/'.join(quote(segment, safe='') for segment in path.split('/'))}"
    coding = "identity" if path.endswith(".gz") else "gzip"
    with urlopen(Request(url, headers={"Accept-Encoding": coding, "Cache-Control": "no-cache"})) as answer:
        packed = answer.headers.get("Content-Encoding") == "gzip" and coding == "gzip"
        content = (gzip.open(answer) if packed else answer).read(limit + 1)
    return content if len(content) <= limit else sys.exit(f"{path}: is too large")


def checked(path, limit, digest):
    content = get(path, limit)
    if not hashlib.sha256(content).hexdigest().startswith(digest):
        sys.exit(f"{path}: has the wrong hash")
    files[path] = content
    return content


def walk(folder, name, depth=None):
    """The names of the files that an index file leads to."""
    if not re.fullmatch("[0-9a-f]{24}", name):
        sys.exit(f"{name!r}: is not a name")
    node = json.loads(checked(f"{FOLDERS[folder]}/{name}.json", 4 << 20, name))
    if node["depth"] < 1 or depth not in (None, node["depth"]):
        sys.exit(f"{name}: has the wrong depth")
    names = [entry[1] for entry in node["entries"]]
    return names if node["depth"] == 1 else [leaf for below in names for leaf in walk(folder, below, node["depth"] - 1)]


def fault(path):
    site = r"[a-z0-9-]+\.(html|ico|png|svg|txt|webmanifest|xml)|openapi\.json|service-worker\.js|assets/[a-z0-9-]+-[0-9a-f]{10}\.(css|js)|(docs|clips/[a-z0-9_-]+)/[a-z0-9-]+\.html|icons/[a-z0-9-]+\.png|sitemap/\d+\.xml"
    api = r"v1/instants/((page|name/[a-z0-9_-]+)/\d+\.json|all\.ndjson(\.gz)?|errors/unavailable\.json|minisearch/(index\.json|minisearch\.js))"
    media = r"media/(sounds|instants_images)(/[^./\\\0-\x1f\x7f-\x9f][^/\\\0-\x1f\x7f-\x9f]*)+(?i:\.(mp3|png|jpe?g|gif|webp|avif))"
    return not re.fullmatch(f"{site}|{api}|{media}", path) or len(path.encode()) > 800 or any(len(segment.encode()) > 255 for segment in path.split("/"))


files = {}
text = get("latest.json", 65536)
pointer = json.loads(text)
if pointer["version"] != 1 or hashlib.sha256(text[text.index(b'"version"'):]).hexdigest() != pointer["build"]:
    sys.exit("latest.json: is not a pointer of version 1")
for folder, parent in FOLDERS.items():
    ending = "ndjson" if folder == "packs" else "json"
    for name in walk(folder, pointer[folder]):
        checked(f"{parent}/{name}.{ending}", 4 << 20, name)
parts = [json.loads(content) for path, content in list(files.items()) if path.startswith("manifest/")]
listed = {path: entry for part in parts if "depth" not in part for path, entry in part.items()}
every = [unicodedata.normalize("NFC", path).lower() for path in ["latest.json", *files, *listed]]
if any(fault(path) for path in listed) or len(set(every)) < len(every):
    sys.exit("the manifest lists paths that it must not")
for path, (size, digest) in listed.items():
    checked(path, size, digest)
for path, content in (files | {"latest.json": text}).items():
    os.makedirs(os.path.dirname(f"{target}.new/{path}"), exist_ok=True)
    with open(f"{target}.new/{path}", "xb") as file:
        file.write(content)
os.rename(f"{target}.new", target)
