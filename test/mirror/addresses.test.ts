/** People may paste the address of a site, of one of its files, or of a request to its API. */
import { expect, test } from "vitest";
import { siteUrl } from "../../scripts/mirror/addresses.ts";

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
])("%s below a site leads to it", (end) => {
	expect(siteUrl(`${SITE}${end}`)).toBe(SITE);
});

test.for(["/instants", "/api/v1/instants/boom/more", "/old-latest.json"])(
	"%s is a site of its own",
	(end) => {
		expect(siteUrl(`${SITE}${end}`)).toBe(`${SITE}${end}`);
	},
);
