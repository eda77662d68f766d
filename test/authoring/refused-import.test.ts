/** An import that cannot be done as a whole changes nothing, and says everything that is in the way. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importFolders } from "../../scripts/authoring/clip-import.ts";
import { UserError } from "../../scripts/console/user-error.ts";
import { type Files, folderWith, writeFiles } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3, taggedMp3 } from "../fixtures/mp3.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const data = (files: Files = {}): string => folderWith(files);

/** The messages, with paths relative to the folder of sounds. */
async function refusal(sounds: string, catalogue = data()): Promise<string[]> {
	const before = filesIn(catalogue);
	const error = await importFolders(catalogue, [sounds]).catch((thrown: unknown) => thrown);
	if (!(error instanceof UserError)) throw error;
	expect(filesIn(catalogue)).toEqual(before);
	return error.message.replaceAll(`${sounds}/`, "").replaceAll(sounds, ".").split("\n");
}

test("links, names that are not UTF-8, a folder without sounds, and a catalogue with problems or with linked media", async () => {
	const sounds = folderWith({ "a.mp3": MP3 });
	symlinkSync("..", join(sounds, "up"));
	symlinkSync("a.mp3", join(sounds, "link.mp3"));
	symlinkSync("nowhere", join(sounds, "no-matter"));
	const spoilt = Buffer.concat([Buffer.from(`${sounds}/`), Buffer.of(0xff), Buffer.from(".mp3")]);
	writeFileSync(spoilt, MP3);
	expect(await refusal(sounds)).toEqual([
		"link.mp3: is a symbolic link; put the file or folder itself there",
		"up: is a symbolic link; put the file or folder itself there",
		"\ufffd.mp3: is not there, or its name is not UTF-8; correct the name",
	]);
	for (const path of [join(sounds, "up"), join(sounds, "link.mp3"), spoilt]) rmSync(path);
	expect(await refusal(folderWith({ "a.txt": "" }))).toEqual([
		".: has no MP3s; name a folder with sounds",
	]);
	expect(await refusal(sounds, data({ "a.ndjson": "" }))).toEqual([
		expect.stringContaining("a.ndjson: is empty"),
	]);
	expect(await refusal(sounds, data({ "clips.ndjson/a.txt": "" }))).toEqual([
		expect.stringContaining("clips.ndjson: is a folder; rename it"),
	]);
	const linked = data({ "elsewhere/x.txt": "" });
	symlinkSync("elsewhere", join(linked, "media"));
	expect(await refusal(sounds, linked)).toEqual([
		expect.stringContaining("media: is a symbolic link; put the folder itself there"),
	]);
});

test("media that cannot be copied, or a stop on the way", async () => {
	const sounds = folderWith({ "a.mp3": MP3, "b.mp3": taggedMp3({ title: "Bang!", picture: PNG }) });
	const catalogue = data({
		"media/instants_images": "a file in the place of a folder",
	});
	const before = filesIn(catalogue);
	await expect(importFolders(catalogue, [sounds])).rejects.toThrow(/EEXIST|ENOTDIR/);
	expect(filesIn(catalogue)).toEqual(before);
	rmSync(join(catalogue, "media"), { recursive: true });
	const stop = new AbortController();
	const onProgress = (phase: string, done: number): void => {
		if (phase === "copying" && done === 1) stop.abort(new Error("stopped"));
	};
	const stopped = importFolders(catalogue, [sounds], { signal: stop.signal, onProgress });
	await expect(stopped).rejects.toThrow("stopped");
	expect(filesIn(catalogue)).toEqual([]);
});

test("a file that appears meanwhile is not overwritten", async () => {
	const catalogue = data();
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
