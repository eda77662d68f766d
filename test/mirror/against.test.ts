/** A mirror is compared with a source, or with a key, besides being verified. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { digestOf } from "../../scripts/mirror/release.ts";
import { run } from "../fixtures/script-run.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { corrupt, findings, mirrorTo, rewrite } from "./mirror-run.ts";
import { newPlace, parent } from "./releases.ts";
import { first, key, unsigned } from "./signed-releases.ts";

const server = await faultyServer();
const live = await liveApi();
let dir: string;

beforeEach(async () => {
	server.reset();
	server.serves = unsigned;
	dir = join(newPlace(), "mirror");
	await mirrorTo(dir, server.origin);
});

/** Changes a file together with its line in SHA256SUMS. */
function forge(path: string, change: (text: string) => string): void {
	rewrite(dir, path, change);
	const hash = digestOf(readFileSync(join(dir, path)));
	const isLine = (line: string): boolean => line.endsWith(`  ${path}`);
	const forged = (line: string): string => (isLine(line) ? `${hash}  ${path}` : line);
	rewrite(dir, "SHA256SUMS", (text) => text.split("\n").map(forged).join("\n"));
}

describe("verify --against", () => {
	const verify = async (against: string) =>
		await run("mirror", ["verify", dir, "--against", against], { cwd: parent });

	test("a source says whether the mirror is what the source publishes", async () => {
		expect(await verify(server.origin)).toMatchObject({ code: 0, stderr: "" });
		server.serves = first;
		const { code, stderr } = await verify(server.origin);
		expect(code).toBe(3);
		expect(stderr).toMatch(
			/: holds \w{16}, and http\S+ publishes \w{16}; bring it up to date with/,
		);
	});

	test("a key says whether the mirror is signed with it", async () => {
		expect((await verify(key)).code).toBe(3);
		server.serves = first;
		await mirrorTo(dir, server.origin, { allowShrink: true });
		expect(await verify(key)).toMatchObject({ code: 0, stderr: "" });
		rewrite(dir, "latest.json.minisig", (text) => text.replace("serial:1", "serial:2"));
		expect((await verify(key)).code).toBe(3);
		expect(await findings(dir)).toMatchObject({ code: 3, corrupt: ["latest.json.minisig"] });
	});

	test("a key proves a copy, whatever the record of the copy says", async () => {
		server.serves = first;
		await mirrorTo(dir, server.origin, { allowShrink: true });
		const copy = join(newPlace(), "copy");
		cpSync(dir, copy, { recursive: true, dereference: true });
		dir = copy;
		expect((await verify(key)).code).toBe(0);
		forge("provenance.json", (text) => text.replace('"tree"', '"crawl"'));
		forge("index.html", () => "<script>alert(1)</script>");
		expect((await verify(key)).code).toBe(3);
	});

	test("what is no mirror is not compared", async () => {
		dir = join(newPlace(), "none");
		for (const against of [server.origin, key]) {
			expect(await verify(against)).toMatchObject({
				...{ code: 1, stderr: expect.stringContaining("does not exist; name a mirror") },
			});
		}
		dir = newPlace();
		expect(await verify(server.origin)).toMatchObject({
			...{ code: 1, stderr: expect.stringContaining("cannot be verified") },
		});
	});

	test("a damaged mirror is said to be damaged", async () => {
		corrupt(dir, "latest.json");
		expect(await verify(server.origin)).toMatchObject({
			...{ code: 3, stdout: expect.stringMatching(/ corrupt +1\n +latest\.json\n/), stderr: "" },
		});
	});

	test("a crawl is not compared with a source", async () => {
		live.reset();
		dir = join(newPlace(), "crawl");
		await mirrorTo(dir, live.server.origin);
		expect(await verify(live.server.origin)).toMatchObject({
			...{ code: 1, stderr: expect.stringContaining("is a crawl, which only a further crawl") },
		});
	});

	test("text that is neither a key nor a URL is wrong usage", async () => {
		expect((await verify("neither")).code).toBe(2);
	});
});
