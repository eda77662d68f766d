/** What transcripts.txt cannot show about imports from folders: what happens during an import. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importFolders } from "../../scripts/authoring/clip-import.ts";
import { folderWith, writeFiles } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3, taggedMp3 } from "../fixtures/mp3.ts";
import { filesIn } from "../fixtures/tree-files.ts";

test("a sound whose name is not UTF-8 is reported", async () => {
	const sounds = folderWith({ "a.mp3": MP3 });
	const spoilt = Buffer.concat([Buffer.from(`${sounds}/`), Buffer.of(0xff), Buffer.from(".mp3")]);
	writeFileSync(spoilt, MP3);
	await expect(importFolders(folderWith({}), [sounds])).rejects.toThrow(
		`${sounds}/\ufffd.mp3: does not exist, or its name is not UTF-8; correct the name`,
	);
});

test("an import that is stopped midway changes nothing", async () => {
	const sounds = folderWith({ "a.mp3": MP3, "b.mp3": taggedMp3({ title: "Bang!", picture: PNG }) });
	const catalogue = folderWith({});
	const onProgress = (phase: string, done: number): void => {
		if (phase === "copying" && done === 1) throw new Error("stopped");
	};
	const stopped = importFolders(catalogue, [sounds], { onProgress });
	await expect(stopped).rejects.toThrow("stopped");
	expect(filesIn(catalogue)).toEqual([]);
});

test("a file that appears during an import is not overwritten", async () => {
	const catalogue = folderWith({});
	const sounds = folderWith({ "a.mp3": MP3 });
	const path = "media/sounds/a.mp3";
	const onProgress = (phase: string): void => {
		if (phase === "copying") writeFiles(catalogue, { [path]: "somebody else's" });
	};
	await expect(importFolders(catalogue, [sounds], { onProgress })).rejects.toThrow(
		/a\.mp3: EEXIST/,
	);
	expect(readFileSync(join(catalogue, path), "utf8")).toBe("somebody else's");
	expect(filesIn(catalogue)).toHaveLength(1);
});
