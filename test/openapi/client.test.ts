/** A typed client generated from the OpenAPI document compiles, rejects wrong calls and works. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generateSource } from "oazapfts";
import { afterAll, expect, test } from "vitest";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { testServer } from "../contract/over-http.ts";
import { named, publishRecords } from "../fixtures/published.ts";

/** Inside node_modules, where the client finds the runtime that it imports. */
const CACHE = join("node_modules", ".cache");
let folder: string;

const preview = testServer(async () => {
	mkdirSync(CACHE, { recursive: true });
	folder = mkdtempSync(join(CACHE, "typed-client-"));
	const names = ["Drum Roll", ...Array.from({ length: 11 }, (_, i) => `Horn ${i}`)];
	const tree = (await publishRecords(named(names))).folder;
	writeFileSync(join(folder, "client.ts"), await generateSource(join(tree, "openapi.json")));
	return startPreview(tree, 0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The compiler's errors for a program that uses the client. */
function compile(program: string): string {
	writeFileSync(join(folder, "program.ts"), program);
	const options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext"];
	const types = ["--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--types", "node"];
	const files = ["--allowImportingTsExtensions", join(folder, "program.ts")];
	try {
		const tsc = join("node_modules", "typescript", "bin", "tsc");
		execFileSync(process.execPath, [tsc, "--ignoreConfig", ...options, ...types, ...files]);
		return "";
	} catch (error) {
		return String((error as { stdout?: Buffer }).stdout);
	}
}

test("correct calls of the generated client compile, and wrong ones do not", () => {
	const program = `
		import { listInstants, readPointer, type Instant } from "./client.ts";
		const answer = await listInstants({ name: "drum roll", page: "last" });
		if (answer.status === 200) {
			const clips: Instant[] = answer.data.results;
			const next: string | null = answer.data.next;
			console.log(clips.map(({ sound, image }) => [sound.length, image?.length]), next);
		} else if (answer.status === 404) console.log(answer.data.detail);
		const pointer = await readPointer();
		if (pointer.status === 200) console.log(pointer.data.build);
		// @ts-expect-error
		await listInstants({ page: "first" });
		// @ts-expect-error
		await listInstants({ format: "xml" });
		// @ts-expect-error
		await listInstants({ name: 1 });
	`;
	expect(compile(program)).toBe("");
});

test("the generated client reads clips", async () => {
	const client = await import(pathToFileURL(join(folder, "client.ts")).href);
	client.defaults.baseUrl = preview.origin;
	const found = await client.listInstants({ name: "drum roll" });
	expect(found.status).toBe(200);
	expect(found.data.results.map(({ name }: { name: string }) => name)).toEqual(["Drum Roll"]);
	expect((await client.listInstants({ page: 3 })).data).toEqual({ detail: "Invalid page." });
	expect((await client.readInstant("clip-3")).data.name).toBe("Horn 2");
	expect((await client.readPointer()).data.count).toBe(12);
});
