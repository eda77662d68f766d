/** The server caches answers in memory, and sends none that it would not send without its cache. */
import crypto from "node:crypto";
import fs, {
	appendFileSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import zlib from "node:zlib";
import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	onTestFinished,
	test,
	vi,
} from "vitest";
import { startTreeServer } from "../../../scripts/hosts/server/http-server.ts";
import { KeptAnswers, sourceAt } from "../../../scripts/hosts/server/kept-answers.ts";
import { KEPT_FILES } from "../../../scripts/tree/store.ts";
import { testServer } from "../../contract/over-http.ts";
import { type Answer, COMPRESSED_VARY, describeContract } from "../../contract/target.ts";
import { BASE, temporaryFolder } from "../../fixtures/published.ts";
import { contractTree } from "../contract-tree.ts";
import { answerTo, head, LISTING, publishMany } from "./connections.ts";

/** The calls of functions that use files or compress, with the names of the files. */
const work: string[] = [];

/** A file that cannot be opened. */
const failing: { file?: string } = {};

type Call = (...args: unknown[]) => unknown;

/** Whether one of these functions is running, since it may call others. */
let isWithin = false;

function noting(name: string, call: Call): Call {
	const native = Object.entries(call).map(([part, own]) => [part, noting(name, own)]);
	return Object.assign(function (this: unknown, ...args: unknown[]) {
		if (isWithin) return call.apply(this, args);
		work.push(typeof args[0] === "string" ? `${name} ${args[0]}` : name);
		const isOpened = /^(open|readFile)/.test(name) && args[0] === failing.file;
		if (isOpened) throw Object.assign(new Error(`EMFILE: ${args[0]}`), { code: "EMFILE" });
		isWithin = true;
		try {
			return call.apply(this, args);
		} finally {
			isWithin = false;
		}
	}, Object.fromEntries(native));
}

// Not mocked: the server's modules may have been loaded by another test of this process.
// The compressing streams cannot be replaced, but their `_flush` can.
const COMPRESSORS = Object.entries({ Gzip: zlib.Gzip, BrotliCompress: zlib.BrotliCompress });
const MODULES: object[] = [fs, promises, zlib, crypto];
const FUNCTIONS = MODULES.map((module) =>
	Object.entries(module).filter(([name, value]) => {
		const isWritable = Object.getOwnPropertyDescriptor(module, name)?.writable;
		return isWritable && typeof value === "function" && /^[a-z]/.test(name);
	}),
);
function replaceFunctions(change: (name: string, call: Call) => Call): void {
	for (const [i, functions] of FUNCTIONS.entries()) {
		const changed = functions.map(([name, call]) => [name, change(name, call)]);
		Object.assign(MODULES[i] ?? {}, Object.fromEntries(changed));
	}
	syncBuiltinESMExports();
}
beforeAll(() => {
	replaceFunctions(noting);
	for (const [name, { prototype }] of COMPRESSORS) {
		Object.assign(prototype, { _flush: noting(name, prototype._flush as Call) });
	}
});
afterAll(() => {
	replaceFunctions((_, call) => call);
	for (const [, { prototype }] of COMPRESSORS) Reflect.deleteProperty(prototype, "_flush");
});

// A file that has just changed is not cached.
const LATER = Date.now() + 3_600_000;
const now = vi.spyOn(Date, "now");
beforeEach(() => void now.mockReturnValue(LATER));

const ENCODINGS = ["identity", "br", "gzip"];
const CLIP = "/clips/clip-7/";
const FILE = "/v1/instants/page/1.json";

/** Sends a request twice. Returns the second answer, and the work for each. */
async function twice(send: () => Promise<Answer>): Promise<{ answer: Answer; calls: string[][] }> {
	const calls: string[][] = [];
	const ask = async (): Promise<Answer> => {
		work.length = 0;
		const answer = await send();
		calls.push([...work]);
		return answer;
	};
	const first = await ask();
	const answer = await ask();
	expect([answer.status, answer.body]).toEqual([first.status, first.body]);
	for (const { headers } of [first, answer]) headers.delete("Date");
	expect(Object.fromEntries(answer.headers)).toEqual(Object.fromEntries(first.headers));
	return { answer, calls };
}

describe("of two equal requests", () => {
	let folder: string;
	const server = testServer(async () => {
		({ folder } = await publishMany("One", temporaryFolder()));
		return startTreeServer(folder, { port: 0 });
	});
	const { send, get } = server;

	// In this order, because the handler caches store files.
	test.each([
		[LISTING, 4],
		[`${LISTING}?page=2`, 1],
		// The index of words with pages, and the page.
		[`${LISTING}?name=one`, 2],
		[`${LISTING}?name=one+150`, 4],
		[`${LISTING}?tag=none`, 0],
		[`${LISTING}clip-7/`, 3],
		["/api/v1/tags/", 0],
		[CLIP, 2],
		[`${CLIP}oembed.json`, 0],
		[FILE, 1, FILE],
		["/", 1, "/index.html"],
		["/icon.svg", 1, "/icon.svg"],
	])("for %s, the first reads %i files, and the second none", async (...row) => {
		const [target, most, source = "/latest.json"] = row;
		for (const accepted of ENCODINGS) {
			const headers = { "Accept-Encoding": accepted };
			const { answer, calls } = await twice(() => get(target, headers));
			expect(answer.headers.get("Content-Encoding") ?? "identity").toBe(accepted);
			const [first = [], second] = calls;
			expect(first.filter((call) => /^(open|read)/.test(call)).length).toBeLessThanOrEqual(most);
			expect(second).toEqual([`statSync ${folder}${source}`]);
			const head = await twice(() => send({ method: "HEAD", target, headers }));
			expect(head.calls[0]).toEqual(second);
			expect(head.answer.headers.get("Content-Length")).toBe(answer.headers.get("Content-Length"));
		}
	});

	test.each(["/nowhere", "/docs", CLIP.slice(0, -1), "/clips/none/", `${LISTING}?page=0`])(
		"for %s, the second is answered anew, since errors and redirects are not cached",
		async (target) => {
			const { calls } = await twice(() => get(target));
			expect(calls[1]).toEqual(calls[0]);
		},
	);

	test("a condition or a range is respected", async () => {
		for (const [target, ranged] of Object.entries({ [LISTING]: 200, [FILE]: 206, [CLIP]: 200 })) {
			const { answer } = await twice(() => get(target));
			const asked = { "If-None-Match": answer.headers.get("ETag") ?? "" };
			expect((await get(target, asked)).status).toBe(304);
			expect((await get(target, { Range: "bytes=0-0" })).status).toBe(ranged);
			expect((await get(target)).body).toBe(answer.body);
		}
	});

	test("however Accept-Encoding is written, an answer is compressed once in each encoding", async () => {
		const spellings = {
			identity: ["", "identity", "deflate, zstd", "br;q=0, gzip;q=0.0", "*"],
			br: ["br", "gzip, deflate, br, zstd", "BR;q=0.1,gzip", "gzip , br ; q=1"],
			gzip: ["gzip", "deflate,GZIP;q=0.5", "br;q=0.000,gzip", "gzip, br;q=0"],
		};
		const plain = (await get(`${LISTING}?page=3`)).body;
		work.length = 0;
		for (const [encoding, accepted] of Object.entries(spellings)) {
			for (const headers of accepted.map((value) => ({ "Accept-Encoding": value }))) {
				const answer = await fetch(`${server.origin}${LISTING}?page=3`, { headers });
				expect(answer.headers.get("Content-Encoding") ?? "identity").toBe(encoding);
				expect(await answer.text()).toBe(plain);
			}
		}
		expect(work.filter((call) => /compress|gzip/i.test(call)).length).toBe(2);
	});

	test("an answer from memory that waits for its turn is whole, whatever Node sends before it", async () => {
		const { body } = await get(LISTING);
		const asking = `${head(`GET ${LISTING}`)}Expect: 100-continue\r\n\r\n`;
		const last = `${head(`GET ${LISTING}`)}Connection: close\r\n\r\n`;
		let rest = await answerTo(asking.repeat(3) + last, server.origin);
		const bodies: string[] = [];
		while (rest !== "") {
			const [whole, status, length = 0] =
				/^HTTP\/1.1 (\d+) (?:.+\r\n)*?(?:Content-Length: (\d+)\r\n(?:.+\r\n)*)?\r\n/.exec(rest) ??
				[];
			if (whole === undefined) throw new Error(`not the start of an answer: ${rest}`);
			const end = whole.length + Number(length);
			if (status !== "100") bodies.push(rest.slice(whole.length, end));
			rest = rest.slice(end);
		}
		expect(bodies).toEqual([body, body, body, body]);
	});

	test.each([
		[FILE, FILE],
		[LISTING, "/latest.json"],
	])("nothing from %s is cached if %s changed less than two seconds ago", async (target, file) => {
		const path = join(folder, file);
		writeFileSync(path, readFileSync(path));
		const { ctimeMs } = statSync(path);
		for (const [age, isKept] of [
			[1_999, false],
			[-1, false],
			[2_000, true],
		] as const) {
			now.mockReturnValue(Math.ceil(ctimeMs) + age);
			const { calls } = await twice(() => get(`${target}?${age}`));
			expect(calls[1]?.length === 1, `${age}`).toBe(isKept);
		}
	});

	test.each([1_000, 500_000])(
		"a sound of %i bytes is hashed once, and not read for a 304",
		async (bytes) => {
			const target = `/media/sounds/${bytes}.mp3`;
			mkdirSync(join(folder, "media/sounds"), { recursive: true });
			writeFileSync(join(folder, target), "x".repeat(bytes));
			const counts = (calls: readonly string[] = []): number[] =>
				[/^(open|read)/, /^createHash/].map(
					(name) => calls.filter((call) => name.test(call)).length,
				);
			const range = { Range: "bytes=0-9" };
			const ranged = await twice(() => get(target, range));
			expect(ranged.calls.map(counts)).toEqual([
				[1, 1],
				[1, 0],
			]);
			const asked = { "If-None-Match": ranged.answer.headers.get("ETag") ?? "" };
			const known = await twice(() => get(target, asked));
			expect(known.answer.status).toBe(304);
			expect(known.calls.map(counts)).toEqual([
				[0, 0],
				[0, 0],
			]);
		},
	);

	test("the first request for a page costs one look at the pointer, one file, one hash, and one compression", async () => {
		await get(`${LISTING}?page=11`);
		const others = [vi.spyOn(crypto.webcrypto.subtle, "digest"), vi.spyOn(JSON, "parse")];
		onTestFinished(() => others.forEach((spy) => void spy.mockRestore()));
		for (const [page, accepted, compressions] of [
			[12, "identity", []],
			[13, "br", ["brotliCompressSync"]],
			[14, "gzip", ["gzipSync"]],
		] as const) {
			work.length = 0;
			await get(`${LISTING}?page=${page}`, { "Accept-Encoding": accepted });
			expect(work.map((call) => call.replace(/ \{.*/, ""))).toEqual([
				`statSync ${folder}/latest.json`,
				`readFileSync ${folder}/v1/instants/page/${page}.json`,
				"createHash sha256",
				...compressions,
			]);
		}
		for (const spy of others) expect(spy).not.toHaveBeenCalled();
	});

	test("a file that is edited in place, replaced, or linked to outside the tree is not sent from memory", async () => {
		const path = join(folder, "icon.svg");
		const secret = join(temporaryFolder(), "secret.svg");
		writeFileSync(secret, "secret");
		const steps: readonly (readonly [() => void, number, string | undefined])[] = [
			[() => writeFileSync(path, "edited"), 200, "edited"],
			[() => appendFileSync(path, " twice"), 200, "edited twice"],
			[() => rmSync(path), 404, undefined],
			[() => writeFileSync(path, "new"), 200, "new"],
			[() => rmSync(path), 404, undefined],
			[() => symlinkSync(secret, path), 404, undefined],
			[() => renameSync(secret, path), 200, "secret"],
		];
		for (const [change, status, body] of steps) {
			await twice(() => get("/icon.svg"));
			change();
			const answer = await get("/icon.svg");
			expect([answer.status, body && answer.body]).toEqual([status, body]);
		}
	});

	test("a file that cannot be read is a 503, and one line in the log names it", async () => {
		const { packs } = JSON.parse(readFileSync(join(folder, "latest.json"), "utf8"));
		const pack = `/v1/instants/packs/${packs}.json`;
		const said = vi.spyOn(console, "error").mockImplementation(() => {});
		onTestFinished(() => {
			failing.file = "";
			KEPT_FILES.clear();
			said.mockRestore();
		});
		writeFileSync(join(folder, "large.txt"), "x".repeat(200_000));
		for (const [target, path] of [
			["/docs/index.html", "/docs/index.html"],
			["/large.txt", "/large.txt"],
			["/nowhere", "/404.html"],
			[`${LISTING}?name=one+15`, pack],
		] as const) {
			KEPT_FILES.clear();
			said.mockClear();
			failing.file = join(folder, path);
			expect((await get(target)).status, target).toBe(503);
			expect(said.mock.calls).toEqual([[expect.stringMatching(/^instants: GET .*EMFILE.*$/)]]);
			expect(String(said.mock.calls)).toContain(path);
		}
	});

	test("404.html is not read through a link that leads out of the tree", async () => {
		const [page, secret] = [join(folder, "404.html"), join(temporaryFolder(), "secret.html")];
		writeFileSync(secret, "secret");
		rmSync(page);
		symlinkSync(secret, page);
		expect(await get("/nowhere")).toMatchObject({ status: 404, body: "Not found.\n" });
	});

	test("an empty file has no encoding", async () => {
		writeFileSync(join(folder, "empty.txt"), "");
		const { status, headers } = await get("/empty.txt", { "Accept-Encoding": "br" });
		expect([status, headers.get("Content-Encoding"), headers.get("Content-Length")]).toEqual([
			...[200, null, "0"],
		]);
	});

	test("a tree that is put back in place of another is served again", async () => {
		const other = await publishMany("Two", temporaryFolder());
		const names = async (): Promise<string> => {
			const { answer } = await twice(() => get(`${LISTING}?page=5`));
			return JSON.parse(answer.body).results[0].name;
		};
		expect(await names()).toBe("One 40");
		for (const [away, here] of [
			["one", other.folder],
			["two", `${folder}.one`],
		] as const) {
			renameSync(folder, `${folder}.${away}`);
			renameSync(here, folder);
			expect(await names()).toBe(away === "one" ? "Two 40" : "One 40");
		}
	});
});

test("the cache is bounded in bytes, including keys and headers", () => {
	const [source, kept] = [sourceAt("package.json"), new KeptAnswers()];
	if (source === undefined) throw new Error("no file");
	const keys = Array.from({ length: 20_000 }, (_, i) => `${i}${"x".repeat(1_500)}`);
	const answer = { status: 200, headers: { Link: "x".repeat(1_500) }, body: "x".repeat(1_000) };
	for (const key of keys) kept.keep(key, answer, source);
	const count = keys.filter((key) => kept.get(key) !== undefined).length;
	expect(count).toBeGreaterThan(3_000);
	// Strings may take two bytes per character.
	expect(count * (2 * 3_000 + 1_000)).toBeLessThan(32 * 1024 * 1024);
	kept.keep("x".repeat(3_000), answer, source);
	expect(kept.get("x".repeat(3_000))).toBeUndefined();
});

describe("with links to the requested host", () => {
	const { get } = testServer(async () => {
		const { folder } = await publishMany("One", temporaryFolder());
		return startTreeServer(folder, { port: 0 }, { rebase: true });
	});

	test("each host has its own answers", async () => {
		for (const host of ["a.test", "b.test:81", "a.test", "A.test", "b.test:81"]) {
			const { answer, calls } = await twice(() => get(LISTING, { Host: host }));
			expect(JSON.parse(answer.body).next).toBe(`http://${host.toLowerCase()}${LISTING}?page=2`);
			expect(calls[1]?.length).toBe(1);
		}
	});
});

/** The second answer to each row, which comes from memory wherever a row may be answered from there. */
const server = testServer(
	async () => startTreeServer(await contractTree(), { port: 0 }),
	new URL(BASE).host,
);
describeContract("the server from its memory", () => ({
	name: "memory",
	vary: COMPRESSED_VARY,
	send: async (row) => {
		const { answer, calls } = await twice(() => server.send(row));
		const isKept = answer.status === 200 && answer.headers.has("ETag") && row.target.length < 2000;
		if (isKept) expect(calls[1]).toEqual([expect.stringMatching(/^statSync .*latest\.json$/)]);
		return answer;
	},
}));
