/**
 * The page of a clip is revalidated by its entity tag, belongs to its build, and is never wrong, even if files are
 * damaged.
 */
import { expect, test, vi } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { textOf } from "../fixtures/tree-files.ts";

const asset = folderAsset((await publishRecords(named(["Boom"]), { pages: "none" })).folder);

function get(from: Asset, headers: Record<string, string> = {}, method = "GET") {
	const url = "http://elsewhere.test/clips/clip-0/";
	return respond({ method, url, headers }, from, { baseUrl: "http://elsewhere.test/in/here" });
}

test("a current copy of a clip's page gets a 304", async () => {
	const tag = (await get(asset)).headers.get("ETag") ?? "";
	expect(tag).toMatch(/^"[0-9a-f]{16}\.\/clips\/clip-0\/"$/);
	const again = await get(asset, { "If-None-Match": `W/${tag}` });
	expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("the addresses in a clip's page are those of the build, wherever the page is served", async () => {
	const page = await (await get(asset)).text();
	expect(page).toContain(`<link rel="canonical" href="${BASE}/clips/clip-0/">`);
	expect(page).not.toContain("elsewhere.test");
});

test.each(["", "/", "/clip-1/", "/nobody/", "/a/b//c"])(
	"the page for a missing clip at /clips%s links to the front page, wherever the site is",
	async (path) => {
		const { folder } = await publishRecords(named(["Boom", undefined]), {
			base: "https://built.test/in/here",
			pages: "none",
		});
		const url = `http://elsewhere.test/clips${path}`;
		const page = await (await respond({ url }, folderAsset(folder))).text();
		const links = [...page.matchAll(/ (?:href|src|action)="([^#"]*)"/g)].map(
			([, to = ""]) => new URL(to, url).href,
		);
		expect(links).toContain("http://elsewhere.test/");
		expect(links).toContainEqual(expect.stringMatching(/\/assets\/soundboard-\w+\.js$/));
		expect(links.filter((to) => !/^http:..elsewhere.test.(?!clips)/.test(to))).toEqual([]);
	},
);

test("the page of a removed clip says why, as text", async () => {
	const removed = { slug: "loud", removed: "2026-11-27", reason: "Too <b>loud</b> & $& long." };
	const { folder } = await publishRecords([...named(["Boom", undefined]), removed]);
	const pageOf = async (slug: string): Promise<string> =>
		(await respond({ url: `${BASE}/clips/${slug}/` }, folderAsset(folder))).text();
	expect(await pageOf("loud")).toContain("Too &lt;b&gt;loud&lt;/b&gt; &amp; $&amp; long.");
	expect(await pageOf("clip-1")).not.toContain("{'");
});

test("where no code runs, the page of a clip that was removed for a reason is a file with the same content", async () => {
	const removed = { slug: "loud", removed: "2026-11-27", reason: "Too loud." };
	const records = [...named(["Boom", undefined]), removed];
	const { folder, published } = await publishRecords(records, { runsCode: false });
	const answer = await respond({ url: `${BASE}/clips/loud/` }, folderAsset(folder));
	expect(answer.status).toBe(410);
	const page = await answer.text();
	expect(textOf(folder, "clips/loud/index.html")).toBe(page);
	expect(page).toContain("Too loud.");
	// The host sends this page with status 200.
	expect(page).toContain('<meta name="robots" content="noindex">');
	expect(textOf(folder, "sitemap.xml")).not.toContain("clips/loud/");
	expect(published.precomputed.clipPages).toBe(1);
});

test("the page of a clip refuses methods other than GET and HEAD", async () => {
	const answer = await get(asset, {}, "POST");
	expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
});

test.each([
	["", "templates", 5, /^text\/plain/],
	["", "slugs", 3, /^text\/plain/],
	["oembed.json", "templates", 7, /^application\/json/],
	["oembed.json", "packs", 5, /^application\/json/],
] as const)(
	"clips/clip-0/%s without %s is a 503, after %i reads",
	async (file, folder, reads, type) => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		// Otherwise, files cached in memory would hide that these are missing.
		vi.resetModules();
		const { handle } = await import("../../scripts/edge/handler.ts");
		const damaged = vi.fn<Asset>(async (path) =>
			path.includes(`/${folder}/`) ? undefined : asset(path),
		);
		const url = `${BASE}/clips/clip-0/${file}`;
		const { status, headers, body } = await handle(
			{ method: "GET", url, headers: new Headers() },
			damaged,
		);
		expect(status).toBe(503);
		expect(damaged.mock.calls.flat()).toHaveLength(reads);
		expect(headers["Content-Type"]).toMatch(type);
		expect(body).toContain("temporarily unavailable");
	},
);
