/** What moves when one clip of a large catalogue changes is what changed. */
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { publishRecords, type RawInstant } from "../fixtures/published.ts";
import { thousandsOfClips } from "../fixtures/thousands.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { mirrorTo } from "./mirror-run.ts";
import { newPlace, parent } from "./releases.ts";

const clips: readonly RawInstant[] = thousandsOfClips(5000, "k")
	.trim()
	.split("\n")
	.map((line) => JSON.parse(line));
const folders = { parent, maxFiles: 1000 };
const before = await publishRecords(clips, folders);
const server = await faultyServer();
let dir: string;

const template = join(parent, "template/mirror");
server.serves = before.folder;
await mirrorTo(template, server.origin);

beforeEach(() => {
	const place = newPlace();
	cpSync(dirname(template), place, { recursive: true });
	dir = join(place, "mirror");
});

const first = clips[0] ?? {};
const changes: Readonly<Record<string, readonly RawInstant[]>> = {
	appended: [...clips, { ...first, name: "brand new", slug: "new" }],
	edited: [{ ...first, description: "changed" }, ...clips.slice(1)],
	renamed: [{ ...first, name: "another name" }, ...clips.slice(1)],
	removed: [{ slug: first.slug, removed: "2026-11-21" }, ...clips.slice(1)],
};

describe("a mirror of 5,000 clips follows one that was", () => {
	test.for(Object.entries(changes))("%s", async ([, records]) => {
		const after = await publishRecords(records, folders);
		server.serves = after.folder;
		const { requests, bytes, made } = await mirrorTo(dir, server.origin);
		expect(filesIn(dir)).toEqual(filesIn(after.folder));
		expect(requests).toBeLessThanOrEqual(40);
		expect(bytes).toBeLessThanOrEqual(1_200_000);
		// Among them is the page of the listing that has the clip, if not all, which have the count.
		expect(made).toBeGreaterThan(0);
	});
});
