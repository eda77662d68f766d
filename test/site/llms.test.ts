/** The site's llms.txt links to pages that exist. https://llmstxt.org */
import { expect, test } from "vitest";
import { INSTANT_FIELDS } from "../../scripts/contract/instant.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { docsAddresses } from "../../scripts/site/docs/pages.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

const site = { title: "Tom &\n<Jerry>", description: "One\r\ntwo.", language: "en" };
const { folder } = await publishRecords(named(["Drum Roll"]), { site });
const text = textOf(folder, "llms.txt");

test("it begins with the name of the site, and what it is, each on a line", () => {
	expect(text.split("\n").slice(0, 4)).toEqual(["# Tom & <Jerry>", "", "> One two.", ""]);
});

test("its links lead to published files, and to every document", () => {
	const links = Array.from(text.matchAll(/\]\(([^)]*)\)/g), ([, link = ""]) => link);
	const documents = docsAddresses(BASE).map((page) =>
		page.replace(/\/$/, "/index.html").replace(/html$/, "md"),
	);
	expect(links).toEqual(expect.arrayContaining(documents));
	const files = Array.from(text.matchAll(/`(http[^`]*\.\w+)`/g), ([, file = ""]) => file);
	expect(files).toHaveLength(2);
	const paths = [...links, ...files].map((link) => link.replace(`${BASE}/`, ""));
	expect(filesIn(folder).map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});

test("its requests are answered", async () => {
	const urls = Array.from(text.matchAll(/`GET ([^`]*)`/g), ([, url = ""]) => url);
	expect(urls).toHaveLength(3);
	for (const url of urls) {
		const answer = await respond({ url: url.replace("SLUG", "clip-0") }, folderAsset(folder));
		expect(answer.status, url).toBe(200);
	}
});

test("the fields of a clip are those of the contract", () => {
	const [, fields = ""] = /is one clip: (.*?)\. /.exec(text) ?? [];
	expect(fields.replaceAll("`", "").split(", ")).toEqual(INSTANT_FIELDS);
});
