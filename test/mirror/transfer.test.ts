/** The end of a run cancels all of its requests at once, even those that are waiting for a retry. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { bodyText } from "../../scripts/mirror/download.ts";
import { DEFAULT_RETRY } from "../../scripts/mirror/retry.ts";
import { Source } from "../../scripts/mirror/source.ts";
import { transfer } from "../../scripts/mirror/transfer.ts";
import { faultyServer } from "./faulty-server.ts";

const server = await faultyServer();

const source = (signal: AbortSignal): Source =>
	new Source(server.origin, {
		follow: false,
		timeout: 60_000,
		connections: 4,
		retry: DEFAULT_RETRY,
		onWait: () => {},
		signal,
	});

test("a fatal error cancels the other files", async () => {
	const { signal } = new AbortController();
	const ended: string[] = [];
	const run = transfer({
		items: ["a", "b", "c"],
		pathOf: (item) => item,
		concurrency: 2,
		signal,
		report: () => {},
		fetch: async (item, ends) => {
			if (item === "b") throw new Error("it is over");
			await new Promise((_, reject) => {
				ends.signal.addEventListener("abort", () => reject(ends.signal.reason));
			});
			ended.push(item);
		},
	});
	await expect(run).rejects.toThrow("it is over");
	expect(ended).toEqual([]);
	expect(getEventListeners(signal, "abort")).toEqual([]);
});

test.for([
	["a response", "hangs"],
	["the rest of a response", "hangs midway"],
	["a retry", { status: 503, headers: { "retry-after": "300" } }],
] as const)("a request that is waiting for %s can be cancelled", async ([, fault]) => {
	const run = source(new AbortController().signal);
	server.serves = () => ({ body: Buffer.from("a file") });
	server.always("file", fault);
	const stop = new AbortController();
	server.before = () => setTimeout(() => stop.abort(new Error("it is over")), 50);
	const file = run.get({
		url: run.urlOf("file"),
		signal: stop.signal,
		read: async (response) => await bodyText(response, stop.signal, 100),
	});
	await expect(file).rejects.toThrow("it is over");
	await run.http.close();
});
