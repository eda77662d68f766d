/** A release is refused if the mirror would lose clips or media by it, or comes from elsewhere. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { publishRecords } from "../fixtures/published.ts";
import { faultyServer } from "./faulty-server.ts";
import { expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const other = await faultyServer();
const red = await release(Array.from({ length: 10 }, (_, i) => `clip ${i}`));
const fewer = await release(Array.from({ length: 9 }, (_, i) => `clip ${i}`));
const few = await release(Array.from({ length: 8 }, (_, i) => `clip ${i}`));
const empty = await publishRecords([], { parent });
let dir: string;

beforeEach(() => {
	server.reset();
	server.serves = red.folder;
	other.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

describe("a loss", () => {
	beforeEach(() => mirrorTo(dir, server.origin));

	test.for([
		["an answer with count 0", empty.folder, "has 0 clips, and DIR has 10"],
		["a source that has lost a fifth of the clips", few.folder, "has 8 clips, and DIR has 10"],
	] as const)("%s stops the run, unless --allow-shrink is given", async ([, folder, message]) => {
		server.serves = folder;
		const error = await failureOf(mirrorTo(dir, server.origin));
		expect(error.message).toBe(
			`${server.origin}: ${message.replace("DIR", dir)}; if that is right, allow it with --allow-shrink`,
		);
		expect(error.exitCode).toBe(8);
		expectRelease(dir, red);
		await mirrorTo(dir, server.origin, { allowShrink: true });
		expect(readdirSync(`${dir}.releases`)).toHaveLength(2);
	});

	test("of a tenth of the clips is tolerated", async () => {
		server.serves = fewer.folder;
		await mirrorTo(dir, server.origin);
		expectRelease(dir, fewer);
	});

	test("of the sounds stops the run even if all clips are there", async () => {
		const { folder } = await publishRecords(
			Array.from({ length: 10 }, (_, i) => ({
				name: `clip ${i}`,
				slug: `clip-${i}`,
				sound: "https://media.test/media/sounds/x.mp3",
				color: "FF8800",
			})),
			{ parent },
		);
		server.serves = folder;
		const { message } = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toMatch(/: has 0 media, and .* has 11; if that is right, allow it/);
		expectRelease(dir, red);
	});

	test("to another source stops the run, unless --allow-source is given", async () => {
		const error = await failureOf(mirrorTo(dir, other.origin));
		expect(error.message).toBe(
			`${other.origin}: is not the source of ${dir}, which is ${server.origin}; name that, or take over from here with --allow-source`,
		);
		expect(error.exitCode).toBe(8);
		await mirrorTo(dir, other.origin, { allowSource: true });
		expect((await mirrorTo(dir, other.origin)).status).toBe("unchanged");
	});
});
