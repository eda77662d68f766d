/** Requests leave nothing in memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { handle } from "../../scripts/edge/handler.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { KEPT_FILES } from "../../scripts/tree/store.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapAfterCollection(): number {
	collectGarbage();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

const REQUESTS = 50_000;

/** The bytes that a request may leave behind. A request for a tag without clips used to leave behind 2,000. */
const MOST_KEPT = 20;

test("50,000 different requests leave nothing behind", async () => {
	const records = named(["A Boom", "Air Horn", "Drum Roll"]).map((clip) => ({
		...clip,
		tags: "a",
	}));
	const { folder } = await publishRecords(records);
	const files = new Map<string, Promise<Uint8Array | undefined>>();
	const read = folderAsset(folder);
	// Files come from memory, or most of the time would go into reading the pointer.
	const asset = (path: string): Promise<Uint8Array | undefined> => {
		const file = files.get(path) ?? read(path);
		files.set(path, file);
		return file;
	};
	const long = "x".repeat(200);
	const targets = [
		(i: number) => `?tag=b${i}${long}`,
		(i: number) => `?name=b&tag=${i}`,
		(i: number) => `?name=b${i}`,
		(i: number) => `${i}${long}/`,
		(i: number) => `?page=${i}`,
	];
	const headers = new Headers();
	const askAll = async (from: number, to: number): Promise<void> => {
		for (let i = from; i < to; i++) {
			const target = targets[i % targets.length]?.(i);
			const url = `${BASE}/api/v1/instants/${target}`;
			await handle({ method: "GET", url, headers }, asset);
		}
	};
	KEPT_FILES.clear();
	await askAll(0, 2000);
	const before = heapAfterCollection();
	await askAll(2000, 2000 + REQUESTS);
	expect(heapAfterCollection() - before).toBeLessThan(MOST_KEPT * REQUESTS);
});
