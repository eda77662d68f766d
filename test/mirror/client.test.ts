/** The protocol's sample client copies a release, and refuses a wrong one. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pMap from "p-map";
import { beforeEach, expect, test } from "vitest";
import { digestOf } from "../../scripts/mirror/provenance.ts";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { CLASHING, EXECUTED, FINE, OUTSIDE, TOO_LONG, UNPORTABLE } from "./evil-paths.ts";
import { faultyServer } from "./faulty-server.ts";
import { copied, mirrorTo } from "./mirror-run.ts";
import { newPlace, release } from "./releases.ts";

const protocol = readFileSync("scripts/mirror/PROTOCOL.md", "utf8");
const [, source = ""] = /^```python\n(.*?)^```$/ms.exec(protocol) ?? [];
const CLIENT = join(newPlace(), "client.py");
writeFileSync(CLIENT, source);
const server = await faultyServer();
const red = await release(["boom", "drum roll"]);
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "copy");
});

/** Runs the client. Returns its error message; undefined if it succeeds. */
async function refusal(source = server.origin, target = dir): Promise<string | undefined> {
	const client = spawn("python3", [CLIENT, source, target], {
		stdio: ["ignore", "ignore", "pipe"],
	});
	const said = text(client.stderr);
	const code = await new Promise((done) => client.once("close", done));
	return code === 0 ? undefined : await said;
}

test("the client has at most sixty lines of code", () => {
	const lines = source.split("\n").filter((line) => line.trim() !== "");
	expect(lines.length).toBeGreaterThan(10);
	expect(lines.length).toBeLessThanOrEqual(60);
});

test("the client copies a release byte for byte, compressed on the way or not", async () => {
	for (const { path } of red.files)
		if (path.length % 2 === 0) server.always(path, "gzip on the way");
	expect(await refusal()).toBeUndefined();
	expect(filesIn(dir)).toEqual(copied(red));
});

test.for(["index.html", "media/sounds/boom.mp3"])(
	"the client refuses a changed %s",
	async (path) => {
		server.always(path, "wrong bytes");
		expect(await refusal()).toBe(`${path}: is not what it must be\n`);
		expect(existsSync(dir)).toBe(false);
	},
);

const OTHER = "latest.json: is not a pointer of version 1";
const NO_OBJECT = "an object is expected in each JSON file";

test.for([
	["of another build", (text: string) => text.replace('"count":2', '"count":3'), OTHER],
	["of another version", (text: string) => text.replace('"version":1', '"version":2'), OTHER],
	["none", () => "<!doctype html>", NO_OBJECT],
	["a list", () => "[]", NO_OBJECT],
] as const)("the client refuses a pointer that is %s", async ([, change, said]) => {
	server.always("latest.json", { body: change(textOf(red.folder, "latest.json")) });
	expect(await refusal()).toBe(`${said}\n`);
});

test("the client refuses paths that the mirror refuses, and takes and leaves out what it does", async () => {
	const evil = [OUTSIDE.slice(0, 3), EXECUTED.slice(0, 3), CLASHING.slice(0, 2)].flatMap((table) =>
		table.map(([path]) => path),
	);
	const impossible = [...UNPORTABLE, ...TOO_LONG];
	const content = new Map<string, string | Buffer>();
	for (const { path } of red.files) content.set(path, readFileSync(join(red.folder, path)));
	const store = (value: unknown): string => {
		const body = JSON.stringify(value);
		const name = digestOf(body);
		content.set(`manifest/${name}.json`, body);
		return name;
	};
	const pointer: Pointer = JSON.parse(textOf(red.folder, "latest.json"));
	const pointers = await Promise.all(
		[[...FINE, ...impossible], ...evil.map((path) => [...FINE, path])].map(async (paths) => {
			for (const path of paths) content.set(path, "x");
			const files = paths.map((path) => [path, [1, digestOf("x")]] as const);
			const part = store(Object.fromEntries(files));
			return await pointerJson({
				...pointer,
				manifest: store({ depth: 1, entries: [["", part]] }),
			});
		}),
	);
	server.serves = (path) => {
		const [, number = "", file = ""] = /^(\d+)\/(.*)$/s.exec(path) ?? [];
		const body = file === "latest.json" ? pointers[Number(number)] : content.get(file);
		return body === undefined ? undefined : { body: Buffer.from(body) };
	};
	const run = (_: unknown, i: number) => refusal(`${server.origin}/${i}`, `${dir}-${i}`);
	const [fine, ...said] = await pMap(pointers, run, { concurrency: 4 });
	expect(fine).toBeUndefined();
	const written = filesIn(`${dir}-0`).map(({ path }) => path);
	expect(written).toEqual(expect.arrayContaining(FINE));
	expect(written.filter((path) => impossible.includes(path))).toEqual([]);
	const refused = said.map((message, i) => [evil[i], message]);
	const expected = "the manifest lists paths that it must not\n";
	expect(refused).toEqual(evil.map((path) => [path, expected]));
});

test("the client copies a mirror", async () => {
	const mirror = join(newPlace(), "mirror");
	await mirrorTo(mirror, server.origin);
	server.serves = mirror;
	expect(await refusal()).toBeUndefined();
	expect(filesIn(dir)).toEqual(copied(red));
});
