/** Commands do what transcripts.txt shows. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { type Files, folderWith } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { longMp3, MP3, PADDING, taggedMp3 } from "../fixtures/mp3.ts";
import { POINTER_TEXT } from "../fixtures/pointer.ts";
import { BUILD_MARK, filesIn, textOf } from "../fixtures/tree-files.ts";
import { casesOf, filled, linesOfText, writeLines } from "../fixtures/written-cases.ts";

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
	"a truncated MP3": MP3.subarray(0, 500),
	"nothing but padding": PADDING,
	"5.3 seconds": longMp3(5.3),
	"a pointer": POINTER_TEXT,
	"the mark of a build": BUILD_MARK,
};

/** The state of a folder: the hash of each file, but all hashes of a published tree as one entry. */
function statesIn(folder: string): Map<string, string> {
	const files = filesIn(folder);
	const trees = files.flatMap(({ path }) => /^.+\/(?=latest\.json$)/.exec(path)?.[0] ?? []);
	const states = new Map<string, string>();
	for (const { path, sha256 } of files) {
		const place = trees.find((tree) => path.startsWith(tree)) ?? path;
		states.set(place, `${states.get(place) ?? ""}${path} ${sha256}`);
	}
	return states;
}

/** How a transcript shows a path: a file by its lines or the name of its content, a tree by its number of clips. */
function told(folder: string, path: string): string[] {
	if (path.endsWith("/"))
		return [`${path} = a tree of ${JSON.parse(textOf(folder, `${path}latest.json`)).count}`];
	const bytes = readFileSync(join(folder, path));
	const [name] =
		Object.entries(CONTENTS).find(([, content]) => bytes.equals(Buffer.from(content as string))) ??
		[];
	if (name !== undefined) return [`${path} = ${name}`];
	return linesOfText(bytes.toString("utf8")).map((line) => `${path}: ${line}`);
}

/** Runs a command, and describes its output and changes, shortened with "…" where the transcript does so. */
async function ran(folder: string, command: string, known: readonly string[]): Promise<string[]> {
	const before = statesIn(folder);
	const words = (command.match(/'[^']*'|\S+/g) ?? []).map((word) =>
		filled(word.replace(/^'(.*)'$/, "$1")),
	);
	const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
	const [script = "", ...args] = words.slice(at);
	const settings = Object.fromEntries(words.slice(0, at).map((word) => word.split("=")));
	const env = { SOURCE_DATE_EPOCH: "1795219200", ...settings };
	const { code, stdout, stderr } = await call(script, args, { cwd: folder, env });
	const after = statesIn(folder);
	const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
	/** Shortens output where the transcript does, if the output contains the text after "…". */
	const unless = (start: string, text: string, lines: () => readonly string[]) => {
		const short = known.find((line) => line.startsWith(`${start} …`));
		const isTold = short !== undefined && text.includes(short.slice(start.length + 2));
		return isTold && text !== "" ? [short] : lines();
	};
	const linesOn = (text: string, mark: string): readonly string[] =>
		unless(mark, text, () =>
			text
				.replaceAll(folder, "HERE")
				.replaceAll(dirname(folder), "ABOVE")
				.split("\n")
				.filter((line) => line !== "")
				.map((line) => `${mark} ${line}`),
		);
	const change = (path: string): readonly string[] => {
		const mark = before.has(path) ? "~" : "+";
		const lines = told(folder, path).map((line) => `${mark} ${line}`);
		return unless(`${mark} ${path} =`, lines.join("\n"), () => lines);
	};
	return [
		...linesOn(stdout, ">"),
		...linesOn(stderr, "!"),
		...(code === 0 ? [] : [`exit ${code}`]),
		...changed.flatMap(change),
		...[...before.keys()].filter((path) => !after.has(path)).map((path) => `- ${path}`),
	];
}

/** Adds the lines with which every usage error ends. */
const expanded = (line: string): string[] =>
	line.startsWith("!! ")
		? [`! error: ${line.slice(3)}`, "! (--help lists the options)", "exit 2"]
		: [line];

test.for(casesOf("test/authoring/transcripts.txt"))("%s", async ([, ...lines]) => {
	const folder = folderWith({});
	/** Files to write, and commands with their effects. */
	const steps: string[][] = [];
	for (const line of lines.flatMap(expanded)) {
		const isFile = !/^(?:[$>!+~-] |exit )/.test(line);
		const isAfterCommand = steps.at(-1)?.[0]?.startsWith("$ ") ?? true;
		if (line.startsWith("$ ") || (isFile && isAfterCommand)) steps.push([]);
		steps.at(-1)?.push(line);
	}
	for (const [first = "", ...more] of steps) {
		if (!first.startsWith("$ ")) writeLines(folder, [first, ...more], CONTENTS);
		else expect(await ran(folder, first.slice(2), more), first).toEqual(more);
	}
});
