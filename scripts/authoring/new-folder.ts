/** Makes a folder that is ready to publish, and leaves alone what is there already. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { shown } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";
import { fillTemplate } from "../tree/write/template.ts";

const SOUND = new URL("../../data/media/sounds/bonk.mp3", import.meta.url);

interface NewFile {
	/** With slashes. */
	readonly path: string;
	readonly content: string | Uint8Array;
}

/** What goes into the folder besides a first clip. */
export interface FolderOptions {
	/** How to deploy it, in Markdown. */
	readonly deploying: string;
	/** Files that a host wants. */
	readonly hostFiles: readonly { readonly path: string; readonly text: string }[];
}

/**
 * Writes the files, all or none, and returns their paths in the folder. Throws a UserError that names
 * everything that is in the way.
 */
export function makeFolder(dir: string, options: FolderOptions): string[] {
	const files = filesOf(options);
	const taken = [...new Set(files.flatMap(({ path }) => inTheWay(dir, path) ?? []))];
	if (taken.length > 0) {
		throw new UserError(
			`${dir}: already has ${taken.map(shown).join(", ")}, and nothing is overwritten; move that away, or name another folder`,
		);
	}
	const made: string[] = [];
	try {
		for (const { path, content } of files) {
			const file = join(dir, path);
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, content, { flag: "wx" });
			made.push(file);
		}
	} catch (error) {
		for (const file of made) rmSync(file);
		throw error;
	}
	return files.map(({ path }) => path);
}

function filesOf({ deploying, hostFiles }: FolderOptions): NewFile[] {
	const template = (name: string): string =>
		fillTemplate(new URL(`templates/${name}`, import.meta.url), { deploying });
	return [
		{ path: "data/clips.ndjson", content: template("clips.ndjson") },
		{ path: "data/media/sounds/bonk.mp3", content: readFileSync(SOUND) },
		{ path: "data/site.json", content: template("site.json") },
		{ path: ".gitignore", content: template("gitignore") },
		{ path: "README.md", content: template("README.md") },
		...hostFiles.map(({ path, text }) => ({ path, content: text })),
	];
}

/**
 * The path of what keeps a file from being made. The data folder must be empty, so that the first clip
 * does not get among clips that are there.
 */
function inTheWay(dir: string, path: string): string | undefined {
	const parts = path.split("/");
	for (let depth = 1; depth <= parts.length; depth++) {
		const part = parts.slice(0, depth).join("/");
		const stats = lstatSync(join(dir, part), { throwIfNoEntry: false });
		if (stats === undefined) return undefined;
		const isFree = stats.isDirectory() && depth < parts.length;
		const isEmpty = isFree && (part !== "data" || readdirSync(join(dir, part)).length === 0);
		if (!isEmpty) return part;
	}
	return undefined;
}
