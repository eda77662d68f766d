/**
 * Browsers detect a new build by the text of the service worker, so it changes with everything that the worker
 * stores.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { named, publishRecords } from "../../fixtures/published.ts";

type How = Parameters<typeof publishRecords>[1];

async function workerOf(names: readonly string[], how: How = {}): Promise<string> {
	const records = named(names).map((record) => ({ ...record, tags: "noise" }));
	const { folder } = await publishRecords(records, how);
	return readFileSync(join(folder, "service-worker.js"), "utf8");
}

test("the worker changes with the clips, their order and the address, and not otherwise", async () => {
	const worker = await workerOf(["Boom", "Bang"]);
	expect(await workerOf(["Boom", "Bang"])).toBe(worker);
	expect(await workerOf(["Boom", "Bang"], { pages: "none" })).toBe(worker);
	expect(await workerOf(["Boom", "Bing"])).not.toBe(worker);
	expect(await workerOf(["Boom", "Bang"], { order: "newest" })).not.toBe(worker);
	expect(await workerOf(["Boom", "Bang"], { base: "http://other.test" })).not.toBe(worker);
});
