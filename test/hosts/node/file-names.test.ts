/** The preview serves every file that a catalogue may have, whatever its name. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Preview, startPreview } from "../../../scripts/hosts/node/preview.ts";
import { writeFiles } from "../../fixtures/data-folder.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";

const NAMES = [
	"café.mp3",
	"cafe\u0301.mp3",
	"смех.mp3",
	"笑い.mp3",
	"100% loud.mp3",
	"a+b & c.mp3",
];

const parent = temporaryFolder();
let preview: Preview;
beforeAll(async () => {
	const { folder } = await publishRecords(named(["Boom"]), { parent });
	writeFiles(join(folder, "media/sounds"), Object.fromEntries(NAMES.map((name) => [name, name])));
	preview = await startPreview(folder, 0);
});
afterAll(() => preview.stop());

test.for(NAMES)("a file named %s is served", async (name) => {
	const answer = await fetch(`${preview.origin}/media/sounds/${encodeURIComponent(name)}`);
	expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 200, text: name });
});
