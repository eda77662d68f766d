/** Requests are retried after a delay that the server may choose, within limits. */
import { expect, test } from "vitest";
import type { Fault } from "./fault.ts";
import { expectRelease, FAST_RETRY, failureOf, mirrorTo } from "./mirror-run.ts";
import { outdatedMirror } from "./outdated-mirror.ts";

const mirror = await outdatedMirror();
const { server, red, blue } = mirror;

const SOUND = "media/sounds/zoom.mp3";

/** The waits of a run, in milliseconds. */
async function waits(fault: Fault, times: number): Promise<number[]> {
	const made: number[] = [];
	server.fault(SOUND, ...Array<Fault>(times).fill(fault));
	const sleep = async (milliseconds: number) => void made.push(milliseconds);
	await mirrorTo(mirror.dir, server.origin, {
		concurrency: 1,
		retry: { ...FAST_RETRY, attempts: 4, delay: 1000, sleep },
	});
	return made;
}

test("the wait before a retry doubles with each attempt, and half of it is random", async () => {
	const made = await waits({ status: 500 }, 3);
	expect(made).toHaveLength(3);
	for (const [i, wait] of made.entries()) {
		expect(wait).toBeGreaterThanOrEqual(500 * 2 ** i);
		expect(wait).toBeLessThanOrEqual(1000 * 2 ** i);
	}
});

test("the wait before a retry is as long as the server asks, and does not use up an attempt", async () => {
	const made = await waits({ status: 429, headers: { "retry-after": "7" } }, 6);
	expect(made.length).toBeGreaterThanOrEqual(6);
	for (const wait of made) expect(Math.abs(wait - 7000)).toBeLessThan(7000);
});

test("the wait before a retry is never zero, even if the server asks for that", async () => {
	const made = await waits({ status: 503, headers: { "retry-after": "0" } }, 6);
	expect(made.length).toBeGreaterThanOrEqual(6);
	// Minus the time that the run takes until it waits.
	expect(made.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(6 * 250);
});

test("the wait before a retry is reported once, however many requests are waiting", async () => {
	for (const { path } of blue.files) {
		if (path.startsWith("media/")) {
			server.fault(path, { status: 429, headers: { "retry-after": "30" } });
		}
	}
	const { events } = await mirrorTo(mirror.dir, server.origin);
	expect(events.filter(({ event }) => event === "note")).toEqual([
		{ event: "note", message: "the source asked us to wait 30 s" },
	]);
});

test("the wait before a retry has a limit, beyond which the run fails", async () => {
	server.always(SOUND, { status: 503, headers: { "retry-after": "7200" } });
	expect(await failureOf(mirrorTo(mirror.dir, server.origin))).toBe(
		"the source asked us to wait 120 minutes; run this again then, and it continues from here",
	);
	expectRelease(mirror.dir, red);
});
