import asyncio
import json
import sys

import aiohttp

api = sys.argv[1] + "/api/v1/instants/"


async def main():
    async with aiohttp.ClientSession() as session:

        async def get(url, **params):
            async with session.get(url, params=params or None, raise_for_status=True) as response:
                return await response.json()

        async def status(url):
            async with session.get(url) as response:
                return response.status

        found = await get(api, format="json", name="drum roll")
        walked, url = [], api
        while url:
            page = await get(url)
            walked += [clip["slug"] for clip in page["results"]]
            url = page["next"]
        slug = found["results"][0]["slug"]
        print(json.dumps({
            "sound": found["results"][0]["sound"],
            "walked": len(walked),
            "pageSize": len((await get(api, page_size=50))["results"]),
            "names": [(await get(f"{api}{slug}/"))["name"], (await get(f"{api}{slug}"))["name"]],
            "missing": await status(api + "nobody/"),
            "removed": await status(api + "removed/"),
        }))


asyncio.run(main())
