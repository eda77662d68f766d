/** People paste the address of what they see, such as the front page, the pointer or a request. */
import { expect, test } from "vitest";
import { siteUrl } from "../../scripts/download/addresses.ts";

const SITE = "https://clips.example/sounds";

test.for([
	"",
	"/",
	"/#boom",
	"/index.html",
	"/latest.json",
	"/api/v1/instants",
	"/api/v1/instants/?name=boom&page=2",
	"/api/v1/instants/boom/",
	"/api/v1/instants/boom",
	"/api/v1/instants/boom/?format=json",
	"/clips/boom/",
	"/clips/boom?embed",
	"/docs/",
	"/docs/bot.html#find",
	"/docs/bot.md",
])("%s below a site stands for the site", (end) => {
	expect(siteUrl(`${SITE}${end}`)).toBe(SITE);
});

test.for([
	"/instants",
	"/api/v1/instants/boom/more",
	"/old-latest.json",
	"/latestXjson",
	"/clips",
	"/clips/mine/sounds",
	"/docs/sounds",
])("%s is a separate site", (end) => {
	expect(siteUrl(`${SITE}${end}`)).toBe(`${SITE}${end}`);
});
