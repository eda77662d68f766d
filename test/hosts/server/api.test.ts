/** Which answers are ready when they are asked for again, and what the others read. */
import { renameSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ServerOptions } from "../../../scripts/hosts/server/api.ts";
import { apiListener } from "../../../scripts/hosts/server/api.ts";
import { compress } from "../../../scripts/hosts/server/compression.ts";
import { openTree, type ServedTree } from "../../../scripts/hosts/server/folder-asset.ts";
import { POINTER_PATH } from "../../../scripts/tree/paths.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";

const LISTING = "/api/v1/instants/";
const parent = temporaryFolder();

let folder: string;
let tree: ServedTree;
/** The files that were read since the last request. */
let reads: string[] = [];
beforeAll(async () => {
	({ folder } = await publishRecords(named(["One", "Two"]), { parent }));
});
beforeEach(() => {
	const { asset, pointer } = openTree(folder);
	const noted = (path: string) => {
		reads.push(path);
		return asset(path);
	};
	tree = { asset: noted, pointer };
});

interface Sent {
	readonly method?: string;
	readonly target?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a function that asks for the listing, or something else, and notes what was read. */
function listener(options: ServerOptions = {}) {
	const api = apiListener(tree, options);
	return async ({ method = "GET", target = LISTING, headers = {} }: Sent = {}) => {
		reads = [];
		const request = { method, url: target, headers } as IncomingMessage;
		const sent = { status: 0, body: Buffer.of() };
		const response = {
			writeHead: (status: number) => Object.assign(sent, { status }),
			end: (body: Buffer | undefined) => Object.assign(sent, { body }),
		} as unknown as ServerResponse;
		const isReady = api.answerAtOnce(request, response);
		const url = new URL(target, `http://${headers.host ?? "h"}`);
		if (!isReady) await api.answer(request, response, url);
		return { isReady, reads, status: sent.status, text: String(sent.body) };
	};
}

test.each([
	["the same page", {}, true],
	["its headers alone", { method: "HEAD" }, true],
	["the page at another host", { headers: { host: "other" } }, true],
	["another page", { target: `${LISTING}?name=two` }, false],
	["the page compressed", { headers: { "accept-encoding": "gzip" } }, false],
	["the page if it changed", { headers: { "if-none-match": '"x"' } }, false],
	["POST", { method: "POST" }, false],
])("after a page, is the answer to a request for %s ready?", async (_, sent, isReady) => {
	const ask = listener();
	const { text } = await ask();
	const second = await ask(sent);
	expect(second.isReady).toBe(isReady);
	if (isReady) expect(second).toEqual({ isReady, reads: [], status: 200, text });
	else expect((await ask(sent)).isReady).toBe(second.status === 200);
});

test("an answer with links to the requested host is ready for that host alone", async () => {
	const ask = listener({ rebase: true });
	const at = (host: string) => ask({ headers: { host } });
	await at("one.test");
	expect((await at("one.test")).isReady).toBe(true);
	const { isReady, text } = await at("two.test");
	expect([isReady, text.match(/http:\/\/[a-z.]+/)?.[0]]).toEqual([false, "http://two.test"]);
});

test.each(["br", "gzip"] as const)(
	"a page compressed with %s keeps no more memory than it has bytes",
	async (encoding) => {
		const page = await compress(Buffer.alloc(3000, "page "), encoding);
		expect(page.buffer.byteLength).toBe(page.length);
	},
);

test("the page of a clip is ready like pages of the API", async () => {
	const ask = listener();
	const { text } = await ask({ target: "/clips/clip-1/" });
	expect(await ask({ target: "/clips/clip-1/" })).toMatchObject({ isReady: true, text });
});

test("errors are never ready, since the next build may have the page", async () => {
	const ask = listener();
	for (const target of [`${LISTING}?page=9`, "/api/"]) {
		await ask({ target });
		expect((await ask({ target })).isReady).toBe(false);
	}
});

test("the very next answer is from the build that was put in the place of another, and back again", async () => {
	const staged = (await publishRecords(named(["Three"]), { parent })).folder;
	const ask = listener();
	const [two] = [await ask(), await ask()];
	const exchange = (): void => {
		renameSync(folder, `${folder}.old`);
		renameSync(staged, folder);
		renameSync(`${folder}.old`, staged);
	};
	exchange();
	const one = await ask();
	expect([two.text, one.text]).toEqual([
		expect.stringContaining('"count":2'),
		expect.stringContaining('"count":1'),
	]);
	exchange();
	expect((await ask()).text).toBe(two.text);
});

test("of a tree at a URL each request reads the pointer once, and nothing else for a page answered before", async () => {
	const { asset } = tree;
	tree = { asset, pointer: () => undefined };
	const ask = listener();
	const first = await ask();
	expect(first.reads.filter((path) => path === POINTER_PATH)).toHaveLength(1);
	expect(await ask()).toEqual({ ...first, reads: [POINTER_PATH] });
});

test("a pointer that cannot be read is a 503, whatever was answered before", async () => {
	const { asset, pointer } = tree;
	let fails = false;
	const failing = (): never => {
		throw new Error("EIO");
	};
	tree = {
		asset: async (path) => (fails && path === POINTER_PATH ? failing() : asset(path)),
		pointer: () => (fails ? failing() : pointer()),
	};
	const ask = listener();
	await ask();
	fails = true;
	expect(await ask()).toMatchObject({ isReady: false, status: 503 });
});
