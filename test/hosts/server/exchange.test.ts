/** The server never mixes two builds. */
import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { pointerJson } from "../../../scripts/publish/manifest-writer.ts";
import { POINTER_PATH } from "../../../scripts/tree/paths.ts";
import { parsePointer } from "../../../scripts/tree/pointer.ts";
import { temporaryFolder } from "../../fixtures/published.ts";
import { LISTING, publishMany } from "./connections.ts";
import { NODE, startServer } from "./runtimes.ts";

const parent = temporaryFolder();

/** Two from the store, one by searching, and a file. */
const TARGETS = [LISTING, `${LISTING}?page=7`, `${LISTING}?name=150`, "/v1/instants/page/1.json"];

/** Makes a tree another build, as every new one is: none that was replaced ever comes back. */
async function renumber(folder: string, serial: number): Promise<void> {
	const path = join(folder, POINTER_PATH);
	const pointer = await parsePointer(readFileSync(path, "utf8"));
	writeFileSync(`${path}.new`, await pointerJson({ ...pointer, serial }));
	// Not written into: a request may be reading the one that it had opened.
	renameSync(`${path}.new`, path);
}

test("while two builds are exchanged 50 times under 50 connections, every answer is whole", async () => {
	const live = join(parent, "live");
	const [staged, previous] = [`${live}.staged`, `${live}.previous`];
	const { folder } = await publishMany("One", parent);
	cpSync(folder, live, { recursive: true });
	cpSync((await publishMany("Two", parent)).folder, staged, { recursive: true });
	const { origin, stop } = await startServer(NODE, folder, { INSTANTS_ROOT: live });
	onTestFinished(stop);
	const builds = new Map<string, string>();
	const faults: string[] = [];
	let isOver = false;
	const ask = async (target: string): Promise<void> => {
		const answer = await fetch(origin + target);
		const text = await answer.text();
		const words = new Set(text.match(/(?<="name":")\w+/g));
		const tag = `${target} ${answer.headers.get("ETag")}`;
		const isWhole = answer.status === 200 && words.size === 1 && text.endsWith("}]}");
		if (!builds.has(tag)) builds.set(tag, text);
		if (!isWhole || builds.get(tag) !== text) faults.push(`${answer.status} ${tag} ${text}`);
	};
	const asking = Array.from({ length: 50 }, async (_, i) => {
		while (!isOver) await ask(TARGETS[i % TARGETS.length] ?? "");
	});
	for (let exchanges = 0; exchanges < 50; exchanges++) {
		await renumber(staged, exchanges + 1);
		renameSync(live, previous);
		// So long that requests come meanwhile; the exchange of a build takes less.
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
		renameSync(staged, live);
		renameSync(previous, staged);
		// A request may meet one exchange, as in life, but not the next one too.
		await setTimeout(30);
	}
	isOver = true;
	await Promise.all(asking);
	expect(faults).toEqual([]);
	expect(builds.size).toBeGreaterThan(10 * TARGETS.length);
}, 60_000);
