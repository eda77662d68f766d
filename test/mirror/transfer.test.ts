/** So that whatever ends a run ends all of it at once: what is under way, and what waits. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { PATIENCE } from "../../scripts/mirror/patience.ts";
import { Source } from "../../scripts/mirror/source.ts";
import { transfer } from "../../scripts/mirror/transfer.ts";
import { faultyServer } from "./faulty-server.ts";

const server = await faultyServer();

const source = (signal: AbortSignal): Source =>
	new Source(server.origin, {
		follow: false,
		timeout: 60_000,
		connections: 4,
		patience: PATIENCE,
		onWait: () => {},
		signal,
	});

test("a failure of the whole run ends the other files", async () => {
	const { signal } = new AbortController();
	const ended: string[] = [];
	const run = transfer({
		items: ["a", "b", "c"],
		pathOf: (item) => item,
		concurrency: 2,
		signal,
		tell: () => {},
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
	["an answer", "hangs"],
	["the rest of one", "hangs midway"],
	["leave to ask again", { status: 503, headers: { "retry-after": "300" } }],
] as const)("a file that waits for %s is ended", async ([, fault]) => {
	const run = source(new AbortController().signal);
	server.serves = () => ({ body: Buffer.from("a file") });
	server.always("file", fault);
	const stop = new AbortController();
	server.before = () => setTimeout(() => stop.abort(new Error("it is over")), 50);
	const file = run.get({
		url: run.at("file"),
		signal: stop.signal,
		take: async (reply) => await run.text(reply, 100),
	});
	await expect(file).rejects.toThrow("it is over");
	await run.close();
});
