/** Files that cannot be read are reported together with all other problems. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clip, folderWith, ndjson, problemLines } from "../fixtures/data-folder.ts";
import { failing } from "../fixtures/failing-disk.ts";
import { MP3 } from "../fixtures/mp3.ts";

const BROKEN =
	"broken.ndjson:1: is not JSON: invalid symbol at column 1; expected one JSON object per line";
const NOT_UTF8 = "does not exist, or its name is not UTF-8; correct the name";
const DENIED = "cannot be read: EACCES: refused; fix this, or move it elsewhere";

/** A catalogue with a problem of a different kind, which must be reported too. */
const data = (): string =>
	folderWith({
		"a.ndjson": ndjson(clip()),
		"broken.ndjson": "x",
		"media/sounds/boom.mp3": MP3,
		"closed/b.ndjson": ndjson(clip({ slug: "b" })),
	});

/** The bytes of a path whose end is not UTF-8. */
function spoilt(folder: string, ending: string): Buffer {
	return Buffer.concat([Buffer.from(`${folder}/`), Buffer.of(0xff), Buffer.from(ending)]);
}

test("files and folders whose names are not UTF-8", async () => {
	const folder = data();
	writeFileSync(spoilt(folder, ".json"), "[]");
	mkdirSync(spoilt(folder, "-folder"));
	expect(await problemLines(folder, "local")).toEqual([
		BROKEN,
		`\ufffd-folder: ${NOT_UTF8}`,
		`\ufffd.json: ${NOT_UTF8}`,
	]);
});

test("folders and sounds that we may not read", async () => {
	const folder = data();
	mkdirSync(join(folder, "media/sounds/closed"));
	// Fails as it would for every user except root.
	failing("readdir", "EACCES", (path) => String(path).endsWith("closed"));
	failing("open", "EACCES", (path) => String(path).endsWith("boom.mp3"));
	expect(await problemLines(folder, "local")).toEqual([
		`a.ndjson:1 sound "boom.mp3": media/sounds/boom.mp3 ${DENIED}`,
		BROKEN,
		`closed: ${DENIED}`,
		`media/sounds/closed: ${DENIED}`,
	]);
});
