/** Today's code reads the trees of earlier versions, which are in `test/fixtures/frozen/`, as it did when they were built. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toResponse } from "../../scripts/edge/api.ts";
import { handle } from "../../scripts/edge/handler.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { TreeServer } from "../../scripts/hosts/server/http-server.ts";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { serviceWorker } from "../../scripts/site/bundles.ts";
import { parsePointer } from "../../scripts/tree/pointer.ts";
import { call } from "../fixtures/command-call.ts";
import { folderWith } from "../fixtures/data-folder.ts";
import { FakeCache } from "../fixtures/fake-cache.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

const FROZEN = new URL("../fixtures/frozen/", import.meta.url).pathname;

/** A request and its answer at the time: the whole body, or the parts that it must have. */
interface KeptAnswer {
	readonly request: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
	readonly contains?: readonly string[];
}

const folders = readdirSync(FROZEN, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.for(folders.map(({ name }) => name))("the tree of %s", (name) => {
	const tree = join(FROZEN, name, "tree");
	const base: string = JSON.parse(textOf(tree, "latest.json")).base_url;
	const answers: KeptAnswer[] = JSON.parse(textOf(join(FROZEN, name), "answers.json"));
	const rows = textOf(tree, "v1/instants/all.ndjson").trimEnd().split("\n");
	let server: TreeServer;
	beforeAll(async () => {
		server = await startPreview(tree, 0);
	});
	afterAll(() => server.stop());

	async function expectAnswers(
		at: string,
		ask: (request: Request) => Promise<Response>,
	): Promise<void> {
		expect(answers.length).toBeGreaterThan(0);
		for (const { request, status, headers, body, contains = [] } of answers) {
			const [method = "", target = ""] = request.split(" ");
			const answer = await ask(new Request(`${at}${target}`, { method, redirect: "manual" }));
			const text = (await answer.text()).replaceAll(at, base);
			expect([answer.status, body && text], request).toEqual([status, body]);
			for (const part of contains) expect(text, request).toContain(part);
			for (const [header, value] of Object.entries(headers)) {
				expect(answer.headers.get(header)?.replaceAll(at, base), request).toBe(value);
			}
		}
	}

	test("the handler answers", async () => {
		await expectAnswers(base, async (request) =>
			toResponse(await handle(request, folderAsset(tree))),
		);
	});

	test("the server answers", () => expectAnswers(server.origin, fetch));

	test("the service worker stores the tree, and answers", async () => {
		const worker = await startWorker(tree, base);
		await worker.send("install");
		expect(worker.fetched).toContain("/latest.json");
		worker.fetched.length = 0;
		await expectAnswers(base, (request) => worker.send("fetch", request));
		expect(worker.fetched.filter((path) => !/\/none\//.test(path))).toEqual([]);
	});

	test("the tree and a mirror of it are intact, and the mirror has every file", async () => {
		const cwd = temporaryFolder();
		const key = textOf(join(FROZEN, name), "key.pub").trim();
		const whole = ["--pages", "--exports", "--key", key];
		const done = { code: 0, stderr: "" };
		expect(await call("verify", [tree], { cwd })).toMatchObject(done);
		expect(await call("mirror", [server.origin, "m", ...whole], { cwd })).toMatchObject(done);
		expect(await call("verify", ["m"], { cwd })).toMatchObject(done);
		expect(filesIn(join(cwd, "m"))).toEqual(expect.arrayContaining(filesIn(tree)));
	});

	test("its clips can be imported, with all of their fields and media", async () => {
		const cwd = folderWith({ "data/a.json": "[]" });
		expect(await call("import", [server.origin], { cwd })).toMatchObject({ code: 0 });
		const records: unknown[] = JSON.parse(textOf(cwd, "data/a.json"));
		expect(records).toHaveLength(rows.length);
		for (const [i, row] of rows.entries()) {
			const { sound, image, ...fields } = JSON.parse(row);
			expect({ description: "", tags: "", ...Object(records[i]) }).toMatchObject(fields);
			for (const url of [sound, image].filter(Boolean)) {
				const path = decodeURIComponent(url.slice(base.length));
				expect(readFileSync(join(cwd, "data", path)), path).toEqual(readFileSync(join(tree, path)));
			}
		}
	});
});

/** Starts today's worker for a tree, without pages. */
async function startWorker(tree: string, origin: string) {
	const {
		build: _,
		manifest: __,
		version: ___,
		...store
	} = await parsePointer(textOf(tree, "latest.json"));
	const script = await serviceWorker({ store, site: [], names: [] });
	const listeners = new Map<string, (event: object) => void>();
	const self = {
		registration: { scope: `${origin}/`, active: null, installing: null },
		addEventListener: listeners.set.bind(listeners),
	};
	const named = new Map<string, FakeCache>();
	const caches = {
		open: async (name: string) => named.get(name) ?? named.set(name, new FakeCache()).get(name),
		has: async (name: string) => named.has(name),
		match: async () => undefined,
	};
	const fetched: string[] = [];
	const asset = folderAsset(tree);
	const fetchFile = async (asked: Request | string): Promise<Response> => {
		const { pathname } = new URL(asked instanceof Request ? asked.url : asked);
		fetched.push(pathname);
		const bytes = await asset(pathname);
		return bytes === undefined
			? new Response(null, { status: 404 })
			: new Response(Buffer.from(bytes));
	};
	compileFunction(script, ["self", "caches", "fetch"])(self, caches, fetchFile);
	return {
		/** The paths that the worker has requested from the host. */
		fetched,
		/** Sends the worker an event. Returns its answer, once all of its work is done. */
		async send(event: "install" | "fetch", request?: Request): Promise<Response> {
			const work: unknown[] = [];
			const waitUntil = (more: unknown): number => work.push(more);
			let answer: Promise<Response> | undefined;
			const respondWith = (given: Promise<Response>): void => {
				answer = given;
			};
			listeners.get(event)?.({ request, waitUntil, respondWith });
			await Promise.all(work);
			return (await answer) ?? Response.error();
		},
	};
}
