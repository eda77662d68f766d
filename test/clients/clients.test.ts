/** Programs as people have written them for such an API work, each with its language's own client. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { testServer } from "../contract/over-http.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { type DebianEngine, PYTHON_AIOHTTP, PYTHON_REQUESTS, skipping } from "../hosts/tools.ts";

const HORNS = 23;
const preview = testServer(async () => {
	const horns = named(Array.from({ length: HORNS }, (_, i) => `Horn ${i}`));
	const drum = { name: "Drum Roll", slug: "drum_roll", sound: "drum roll.mp3", color: "8D6E63" };
	const { folder } = await publishRecords([
		{ slug: "removed", removed: "2026-11-22" },
		...horns,
		drum,
	]);
	return startPreview(folder, 0);
});

/** Debian's own Python, for which Debian packages libraries. */
const python = (engine: DebianEngine) => ({ ...skipping(engine), program: "/usr/bin/python3" });

describe.each([
	{ file: "with_axios.mjs", title: "axios", skip: false, program: process.execPath },
	{ file: "with_requests.py", ...python(PYTHON_REQUESTS) },
	{ file: "with_aiohttp.py", ...python(PYTHON_AIOHTTP) },
])("$title", ({ file, skip, program }) => {
	test.skipIf(skip)("searches, follows next, and reads clips by their slugs", async () => {
		const path = `test/clients/programs/${file}`;
		const { stdout } = await promisify(execFile)(program, [path, preview.origin]);
		expect(JSON.parse(stdout)).toEqual({
			sound: `${preview.origin}/media/sounds/drum%20roll.mp3`,
			walked: HORNS + 1,
			pageSize: 10,
			names: ["Drum Roll", "Drum Roll"],
			missing: 404,
			removed: 410,
		});
	});
});
