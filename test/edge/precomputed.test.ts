/**
 * A query whose page is precomputed is answered from that file, and with the same bytes from the store if
 * anything is wrong with that file.
 */
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { HandlerOptions } from "../../scripts/edge/api.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { wordKey, wordPath } from "../../scripts/tree/paths.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { KEPT_FILES } from "../../scripts/tree/store.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import type { ApiPage } from "../contract/pages.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { askFor, said } from "./asking.ts";

const LISTING = "/v1/instants/page/";
const word = (name: string): string => wordPath(wordKey(name), 1);

/** Queries, each with the path of its precomputed page. */
const PRECOMPUTED: readonly (readonly [query: string, path: string])[] = [
	["", `${LISTING}1.json`],
	["?page=last", `${LISTING}4.json`],
	["?format=api&name=+&page=2", `${LISTING}2.json`],
	["?name=boom", word("boom")],
	["?name=x&name=bo%CC%81om!&format=json", word("boom")],
	["?name=%F0%9F%8E%89", word("🎉")],
	["?name=!!!", word("!!!")],
];
/** Queries without a precomputed page. */
const COMPOSED: readonly (readonly [query: string, path?: undefined])[] = [
	["?page=5"],
	["?name=boom&page=last"],
	["?name=boom+boom"],
	["?name=boo"],
	["?name=%E6%97%A5%E6%9C%AC%E8%AA%9E"],
	[`?name=${"w".repeat(50)}`],
];

const isPage = (path: string): boolean => /\/(?:page|name)\//.test(path);
const urlOf = (query: string): string => `${BASE}/api/v1/instants/${query}`;

describe.each([
	[true, "first"],
	[false, "newest"],
] as const)("where code runs (%s) and the %s clip is listed first,", (runsCode, order) => {
	let tree: Asset;
	let bare: Asset;
	let other: Asset;
	beforeAll(async () => {
		const publish = async (pages: "all" | "none", base = BASE): Promise<Asset> => {
			// A build for a host without code cannot leave out the pages, but the handler can read a tree without them.
			const how = pages === "none" ? { order, pages, base } : { runsCode, order, base };
			return folderAsset((await publishRecords(CONTRACT_CATALOGUE, how)).folder);
		};
		tree = await publish("all");
		bare = await publish("none");
		other = await publish("all", "https://other.test");
	});

	// The contract and walk.test.ts show that the answers are the same.
	test.for([...PRECOMPUTED, ...COMPOSED])("%j reads the page %s", async ([query, path]) => {
		const { reads } = await askFor(tree, urlOf(query));
		expect(reads.filter(isPage)).toEqual(path === undefined ? [] : [path]);
		if (path !== undefined) expect(reads).toHaveLength(3);
	});

	test.each<[string, string, (path: string) => ReturnType<Asset>]>([
		// Mirrors may leave pages out.
		["missing", "is not logged", async () => undefined],
		["of another build", "is logged", (path) => other(path)],
		["cut off", "is logged", async (path) => (await tree(path))?.subarray(0, -20)],
		["a web page", "is logged", async () => Buffer.from("<!doctype html><title>404</title>")],
		["unreadable", "is logged", () => Promise.reject(new Error("EIO"))],
	])("a page that is %s %s, and is composed", async (_, logging, read) => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		onTestFinished(() => warn.mockRestore());
		const damaged: Asset = (path) => (isPage(path) ? read(path) : tree(path));
		for (const [query, path] of PRECOMPUTED) {
			const answer = await askFor(damaged, urlOf(query));
			expect(answer.reads).toContain(path);
			const composed = await askFor(bare, urlOf(query));
			// Looking for the page reads its index and the page, besides what composing reads.
			expect(answer.reads).toHaveLength(2 + composed.reads.length);
			expect(said(answer)).toBe(said(composed));
			const logged = warn.mock.calls
				.splice(0)
				.map(([line]) => String(line).split(" is composed")[0]);
			expect(logged).toEqual(logging === "is logged" ? [`instants: ${path}`] : []);
		}
	});

	test("without hashes, a page with a different count is composed", async () => {
		vi.stubGlobal("isSecureContext", false);
		onTestFinished(() => void vi.unstubAllGlobals());
		const { folder } = await publishRecords(CONTRACT_CATALOGUE.slice(0, 20), { runsCode, order });
		const later = folderAsset(folder);
		const mixed: Asset = (path) => (path.startsWith(LISTING) ? later(path) : tree(path));
		const textOf = async (files: Asset): Promise<string> => {
			KEPT_FILES.clear();
			return (await respond({ url: urlOf("") }, files)).text();
		};
		expect(await textOf(mixed)).toBe(await textOf(bare));
	});

	test("a page links to where it is served, with the same bytes as a page that is composed there", async () => {
		const options: HandlerOptions = { baseUrl: "https://mirror.test" };
		for (const [query, path] of PRECOMPUTED) {
			// Otherwise, files cached in memory would hide reads.
			KEPT_FILES.clear();
			const read = vi.fn(tree);
			const answer = await (await respond({ url: urlOf(query) }, read, options)).text();
			expect(read.mock.calls.flat().filter(isPage)).toEqual([path]);
			expect(answer).toContain('"sound":"https://mirror.test/media/sounds/');
			expect(answer).toBe(await (await respond({ url: urlOf(query) }, bare, options)).text());
		}
	});
});

/** An adapter can answer under any base URL, even one with a path, whatever base URL the tree was built for. */
const ELSEWHERE = "https://h.test/repo";

test.for([true, false])(
	"for a tree of a host that runs code (%s), the base URL of the adapter is in every link",
	async (runsCode) => {
		const names = Array.from({ length: 25 }, () => "Boom boom");
		const { folder } = await publishRecords(named(names), { runsCode });
		for (const query of ["?", "?name=boom&", "?name=boom+boom&"]) {
			const url = `https://h.test/api/v1/instants/${query}page=2`;
			const answer = await respond({ url }, folderAsset(folder), { baseUrl: ELSEWHERE });
			const body = await answer.text();
			const { next, previous, results }: ApiPage = JSON.parse(body);
			const api = `${ELSEWHERE}/api/v1/instants/`;
			expect([next, previous]).toEqual([`${api}${query}page=3`, `${api}${query.slice(0, -1)}`]);
			expect(answer.headers.get("Link")).toContain(
				`<${next}>; rel="next", <${previous}>; rel="prev", </repo/openapi.json>; rel="service-desc"`,
			);
			expect(results[0]?.sound).toMatch(/^https:\/\/h\.test\/repo\/media\/sounds\/clip-\d+\.mp3$/);
			expect(body).not.toContain(BASE);
		}
	},
);
