import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fault } from "./fault.ts";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, mirrorTo, releaseIn } from "./mirror-run.ts";
import { newPlace, type PublishedRelease, release } from "./releases.ts";

const server = await faultyServer();
const releases = [
	await release(["boom", "bang"]),
	await release(["boom", "bang", "zoom"], { version: "2" }),
	await release(["gong"], { version: "3" }),
];

const anyRelease = fc.constantFrom(0, 1, 2);
const anyFault = fc.constantFrom<Fault>(
	"truncated",
	"cut off",
	"wrong bytes",
	"too many bytes",
	"announces more",
	"hangs up",
	"gzip on the way",
	{ status: 404 },
	{ status: 500 },
	{ status: 429, headers: { "retry-after": "1" } },
	{ status: 302, headers: { location: "index.html" } },
	{ status: 302, headers: { location: "http://other.example/" } },
	{ body: "{}" },
);

/** One run: what the source has, what goes wrong, what it publishes meanwhile, and when the run is stopped. */
const anyRun = fc.record({
	source: anyRelease,
	faults: fc.array(fc.record({ at: fc.nat(), fault: anyFault, times: fc.constantFrom(1, 2, 9) }), {
		maxLength: 3,
	}),
	publishes: fc.option(fc.record({ at: fc.integer({ min: 1, max: 30 }), source: anyRelease })),
	stopsAt: fc.option(fc.integer({ min: 1, max: 30 })),
	media: fc.constantFrom(undefined, undefined, true),
});
type AnyRun = typeof anyRun extends fc.Arbitrary<infer T> ? T : never;

function at(index: number): PublishedRelease {
	const found = releases[index];
	if (found === undefined) throw new RangeError(`no release ${index}`);
	return found;
}

async function runOnce(dir: string, { source, faults, publishes, stopsAt, media }: AnyRun) {
	server.reset();
	server.serves = at(source).folder;
	const stop = new AbortController();
	for (const { at: place, fault, times } of faults) {
		const { files } = at(source);
		const path = files[place % files.length]?.path ?? "";
		server.fault(path, ...Array<Fault>(times).fill(fault));
	}
	server.before = (_, number) => {
		if (number === publishes?.at) server.serves = at(publishes.source).folder;
		if (number === stopsAt) stop.abort(new Error("stopped"));
	};
	await mirrorTo(dir, server.origin, { signal: stop.signal, media }).catch(() => {});
}

test("after any faults and interruptions the folder is one release or absent, and an undisturbed run updates it", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyRun, { minLength: 1, maxLength: 5 }),
			anyRelease,
			async (runs, last) => {
				const dir = join(newPlace(), "mirror");
				let before: PublishedRelease | undefined;
				for (const one of runs) {
					await runOnce(dir, one);
					const now = releaseIn(dir, releases);
					if (before !== undefined) expect(now).toBeDefined();
					before = now;
				}
				server.reset();
				server.serves = at(last).folder;
				await mirrorTo(dir, server.origin);
				expectRelease(dir, at(last));
				expect(await mirrorTo(dir, server.origin)).toMatchObject({
					status: "unchanged",
					requests: 1,
				});
			},
		),
		{ numRuns: 20 },
	);
});
