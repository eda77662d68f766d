/** Files and lines that are too large are refused without being held in memory. */
import { createWriteStream, truncateSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { expect, test } from "vitest";
import { MAX_JSON_BYTES, MAX_LINE_BYTES } from "../../scripts/catalogue/records.ts";
import { clip, folderWith, ndjson, problemLines } from "../fixtures/data-folder.ts";

test("a line of 512 MB is reported without being held in memory, and the lines around it are read", async () => {
	const folder = folderWith({ "a.ndjson": ndjson(clip({ color: "first" })) });
	const file = join(folder, "a.ndjson");
	// A sparse file takes neither time nor space.
	const before = Buffer.byteLength(ndjson(clip({ color: "first" })));
	const long = 512 * 1024 * 1024;
	truncateSync(file, before + long);
	const more = createWriteStream(file, { flags: "a" });
	more.end(`\n${ndjson(clip({ slug: "last", color: "last" }))}`);
	await finished(more);

	// Not the peak of this process, which files before this one may have raised.
	const rss = process.memoryUsage.rss();
	let most = 0;
	const timer = setInterval(() => {
		most = Math.max(most, process.memoryUsage.rss());
	}, 5);
	const lines = await problemLines(folder);
	clearInterval(timer);
	expect(lines).toEqual([
		expect.stringMatching(/^a\.ndjson:1 color "first": /),
		`a.ndjson:2: the line has ${long} bytes, and at most ${MAX_LINE_BYTES} are allowed; write one clip per line`,
		expect.stringMatching(/^a\.ndjson:3 color "last": /),
	]);
	expect(most).toBeGreaterThan(0);
	expect((most - rss) / 1024 / 1024).toBeLessThan(256);
});

const RECORD = JSON.stringify(clip());

test("the longest line allowed is read, and a line with one byte more is refused", async () => {
	const atLimit = RECORD + " ".repeat(MAX_LINE_BYTES - RECORD.length);
	expect(await problemLines({ "a.ndjson": `${atLimit}\n` })).toEqual([]);
	const beyond = `${atLimit} `;
	expect(await problemLines({ "a.ndjson": `${beyond}\n` })).toEqual([
		`a.ndjson:1: the line has ${MAX_LINE_BYTES + 1} bytes, and at most ${MAX_LINE_BYTES} are allowed; write one clip per line`,
	]);
});

test("a JSON file that is too large for a string is refused without being read", async () => {
	const folder = folderWith({ "a.json": "[" });
	truncateSync(join(folder, "a.json"), MAX_JSON_BYTES + 1);
	expect(await problemLines(folder)).toEqual([
		`a.json: has ${MAX_JSON_BYTES + 1} bytes, and at most ${MAX_JSON_BYTES} are allowed in a JSON file; convert it to .ndjson, with one clip per line`,
	]);
});
