/** What the commands for `data/` do, as transcripts.txt tells it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import type { Files } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { longMp3, MP3, PADDING, taggedMp3 } from "../fixtures/mp3.ts";
import { filesIn } from "../fixtures/tree-files.ts";
import { casesOf, filled, folderOf, linesOfText } from "../fixtures/written-cases.ts";

const numbered = (i: number): Buffer => taggedMp3({ picture: Buffer.from(`${i}`) });

const CONTENTS: Files = {
	nothing: "",
	text: "none",
	MP3,
	PNG,
	bonk: readFileSync("data/media/sounds/bonk.mp3"),
	WAV: Buffer.from("RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0", "latin1"),
	"Bang!": taggedMp3({ title: "Bang!" }),
	"Bang! with a picture": taggedMp3({ title: "Bang!", picture: PNG }),
	"Other with a picture": taggedMp3({ title: "Other", picture: PNG }),
	"🎉!": taggedMp3({ title: "🎉!" }),
	noise: taggedMp3({ genre: "Noise\n& more" }),
	...Object.fromEntries([1, 2, 3, 4, 5].map((i) => [i, numbered(i)])),
	"a page": "<!doctype html><html>",
	"an MP3 after 5,000 zeros": Buffer.concat([Buffer.alloc(5000), MP3]),
	"an MP3 that is cut": MP3.subarray(0, 500),
	"nothing but padding": PADDING,
	"5.3 seconds": longMp3(5.3),
};

/** The lines of a file, or the name of its content. */
function told(folder: string, path: string): string[] {
	const bytes = readFileSync(join(folder, path));
	const [name] =
		Object.entries(CONTENTS).find(([, content]) => bytes.equals(Buffer.from(content as string))) ??
		[];
	if (name !== undefined) return [`${path} = ${name}`];
	return linesOfText(bytes.toString("utf8")).map((line) => `${path}: ${line}`);
}

/** Runs a command, and tells what follows from it. */
async function ran(folder: string, command: string): Promise<string[]> {
	const before = new Map(filesIn(folder).map(({ path, sha256 }) => [path, sha256]));
	const words = command.match(/'[^']*'|\S+/g) ?? [];
	const [script = "", ...args] = words.map((word) => filled(word.replace(/^'(.*)'$/, "$1")));
	const env = { SOURCE_DATE_EPOCH: "1795219200" };
	const { code, stdout, stderr } = await call(script, args, { cwd: folder, env });
	const after = new Map(filesIn(folder).map(({ path, sha256 }) => [path, sha256]));
	const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
	const linesOn = (text: string, mark: string): string[] =>
		text
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => `${mark} ${line}`);
	return [
		...linesOn(stdout, ">"),
		...linesOn(stderr, "!"),
		...(code === 0 ? [] : [`exit ${code}`]),
		...changed.flatMap((path) =>
			told(folder, path).map((line) => `${before.has(path) ? "~" : "+"} ${line}`),
		),
		...[...before.keys()].filter((path) => !after.has(path)).map((path) => `- ${path}`),
	];
}

test.for(casesOf("test/authoring/transcripts.txt"))("%s", async ([, ...lines]) => {
	const start = lines.findIndex((line) => line.startsWith("$ "));
	const folder = folderOf(lines.slice(0, start), CONTENTS);
	const transcript: string[] = [];
	for (const line of lines.slice(start)) {
		if (line.startsWith("$ ")) transcript.push(line, ...(await ran(folder, line.slice(2))));
	}
	expect(transcript).toEqual(lines.slice(start));
});
