/** A build for a host writes the files that the host needs, or says why it cannot and keeps the old tree. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FILES, GITHUB_PAGES } from "../../scripts/hosts/github-pages/host.ts";
import type { Host } from "../../scripts/hosts/host.ts";
import { SERVER } from "../../scripts/hosts/server/host.ts";
import { defaultBaseUrl } from "../../scripts/publish/build-command.ts";
import { besideFolder } from "../../scripts/publish/host-files.ts";
import { ALL_PATH, SEARCH_INDEX_PATH } from "../../scripts/tree/paths.ts";
import { ALL_SLUGS, BOOM_SLUGS, CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { walkSlugs } from "../contract/pages.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { expectWhole, filesIn, textOf } from "../fixtures/tree-files.ts";

const NAMES = named(Array.from({ length: 25 }, (_, i) => `Boom ${i}`));

const plain: Host = {
	name: "plain",
	title: "Plain",
	runsCode: true,
	limits: [],
	files: ({ tree }) => ({
		tree: [{ path: "plain.txt", text: "in the tree" }],
		beside: [{ path: "conf/plain.conf", text: `root ${tree}` }],
	}),
	deploy: (tree) => `copy ${tree}`,
};

const small = (limits: Partial<Host["limits"][number]>): Host => ({
	...plain,
	name: "small",
	limits: [{ host: "Small (free)", source: "https://small.test/limits", ...limits }],
});

describe("a host's files", () => {
	test("are in the tree but not in the manifest, and beside the tree", async () => {
		const { folder } = await publishRecords(NAMES, { hosts: [plain] });
		await expectWhole(folder, [".hosts.json", "plain.txt"]);
		expect(readFileSync(join(folder, "plain.txt"), "utf8")).toBe("in the tree");
		const beside = join(besideFolder(folder, plain), "conf/plain.conf");
		const [, way = ""] = readFileSync(beside, "utf8").split(" ");
		expect(join(besideFolder(folder, plain), way)).toBe(folder);
	});

	test("count in the file budget", async () => {
		const least = await publishRecords(NAMES, { hosts: [plain], pages: "none" });
		const maxFiles = least.published.files.length + 12;
		const { published } = await publishRecords(NAMES, { hosts: [plain], maxFiles });
		expect(published.precomputed.listingPages).toBe(3);
		expect(published.files.length).toBeLessThanOrEqual(maxFiles);
	});

	test("are refused if two hosts need different files with the same name", async () => {
		const other: Host = {
			...plain,
			name: "other",
			files: () => ({ tree: [{ path: "plain.txt", text: "otherwise" }], beside: [] }),
		};
		await expect(publishRecords(NAMES, { hosts: [plain, other] })).rejects.toThrow(
			"--host plain and --host other: need different files named plain.txt",
		);
	});
});

test.each([
	[
		{ files: 10 },
		/^--host small: Small \(free\) would reject the tree: \d+ files, at most 10; lower --max-files to 10, or publish fewer clips, or choose another host \(https:\/\/small.test\/limits\)$/,
	],
	[{ fileBytes: 100 }, /: \d+ bytes in [\w./]+, at most 100; publish fewer clips, or/],
	[{ bytes: 1000 }, /: \d+ bytes, at most 1000; put the media elsewhere \(--media-url\), or/],
	[{ filesInFolder: 2 }, /\d+ files in the folder [a-z/]+, at most 2/],
])(
	"a tree that a host would refuse for %j is not published, and the message has the figures",
	async (limits, message) => {
		const { folder } = await publishRecords(NAMES.slice(1));
		const before = await expectWhole(folder);
		await expect(publishRecords(NAMES, { hosts: [small(limits)], folder })).rejects.toThrow(
			message,
		);
		expect(await expectWhole(folder)).toEqual(before);
	},
);

test("exports that are too large for a host are left out", async () => {
	const clips = named(Array.from({ length: 2500 }, (_, i) => `Boom ${i}`));
	const how = { pages: "none", hosts: [small({ fileBytes: 180_000 })] } as const;
	const { folder, published } = await publishRecords(clips, how);
	expect(published.leftOut).toEqual([ALL_PATH, SEARCH_INDEX_PATH]);
	const paths = filesIn(folder).map(({ path }) => `/${path}`);
	await expectWhole(folder, [".hosts.json", "plain.txt"]);
	expect(paths).not.toContain(ALL_PATH);
	expect(paths).not.toContain(`${ALL_PATH}.gz`);
	expect(paths).not.toContain(SEARCH_INDEX_PATH);
	const all = await publishRecords(clips, { pages: "none" });
	expect(all.published.leftOut).toEqual([]);
});

const [PATH, QUERY] = ["v1/instants/page/2.json", "api/v1/instants/?page=2"];
test.each([
	["https://user.github.io/repo", [GITHUB_PAGES], PATH, undefined],
	["https://sounds.example.org", [GITHUB_PAGES, SERVER], PATH, "sounds.example.org\n"],
	["https://h.test", [FILES], PATH, undefined],
	["https://h.test", [SERVER], QUERY, undefined],
])("a build at %s has the links and the domain of its hosts", async (base, hosts, next, domain) => {
	const { folder } = await publishRecords(NAMES, { base, hosts });
	expect(JSON.parse(textOf(folder, "v1/instants/page/1.json")).next).toBe(`${base}/${next}`);
	expect(existsSync(join(folder, "CNAME")) ? textOf(folder, "CNAME") : undefined).toBe(domain);
});

describe("for a host that runs no code, the listing", () => {
	const build = (how: Parameters<typeof publishRecords>[1]) =>
		publishRecords(NAMES, { hosts: [GITHUB_PAGES], ...how });

	test("is refused if it does not fit, and fits with the figure in the message", async () => {
		const { folder } = await build({});
		const before = filesIn(folder);
		const refused: unknown = await build({ maxFiles: 20, folder }).catch((error) => error);
		expect(filesIn(folder)).toEqual(before);
		const message =
			/^Error: --max-files 20: --host github-pages runs no code and needs every page of the listing as a file, up to (\d+) files in all; raise --max-files, publish fewer clips, or choose a host that runs code$/;
		const [, most] = message.exec(String(refused)) ?? [];
		const { published } = await build({ maxFiles: Number(most) });
		expect(published.precomputed.listingPages).toBe(3);
		expect(published.files.length).toBeLessThanOrEqual(Number(most));
	});

	test.for([
		["listing", "page/1.json", ALL_SLUGS],
		["pages of a word", "name/w-boom/1.json", ["kaboom", ...BOOM_SLUGS]],
	] as const)("and the %s have links from the first page to the last", async ([, path, slugs]) => {
		const base = "https://user.github.io/repo";
		const how = { base, hosts: [GITHUB_PAGES] };
		const { folder } = await publishRecords(CONTRACT_CATALOGUE, how);
		const read = async (url: string) => JSON.parse(textOf(folder, url.slice(base.length)));
		expect(await walkSlugs(`${base}/v1/instants/${path}`, read)).toEqual(slugs);
	});

	test("cannot be left out", async () => {
		await expect(build({ pages: "none" })).rejects.toThrow(
			"--pages none: --host github-pages runs no code and needs every page of the listing as a file; leave --pages out",
		);
	});
});

test.for<readonly [string, Record<string, string>, string]>([
	["none", {}, "http://localhost:3000"],
	["BASE_URL", { BASE_URL: "https://own.test/" }, "https://own.test"],
])("without --base-url, the address comes from the environment: %s", ([, env, url]) => {
	expect(defaultBaseUrl(env)).toBe(url);
});
