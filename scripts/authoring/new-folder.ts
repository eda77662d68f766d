/** Fills a folder with the files that make it ready to publish, without changing any existing file. */
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fillTemplate } from "../bundling/template.ts";
import { makeFolders } from "../console/make-folders.ts";
import { shown } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";
import type { TextFile } from "../tree/manifest.ts";

const DATA = "data";
const SOUND = new URL("../../data/media/sounds/bonk.mp3", import.meta.url);

type NewFile = Omit<TextFile, "text"> & { readonly text: string | Uint8Array };

/**
 * Adds all of the files to a folder, or none. Returns their paths. Throws a UserError that names the paths that
 * are in the way.
 */
export function addFiles(dir: string, files: readonly NewFile[]): string[] {
	if (existsSync(dir) && !statSync(dir).isDirectory()) {
		throw new UserError(`${dir}: is a file; choose a folder instead (which need not exist yet)`);
	}
	const taken = [...new Set(files.flatMap(({ path }) => inTheWay(dir, path) ?? []))];
	if (taken.length > 0) {
		throw new UserError(
			`${dir}: already has ${taken.map(shown).join(", ")}; nothing was overwritten; move ${taken.length === 1 ? "it" : "them"} elsewhere, or choose another folder`,
		);
	}
	for (const { path, text } of files) {
		const file = join(dir, path);
		makeFolders(dirname(file));
		writeFileSync(file, text, { flag: "wx" });
	}
	return files.map(({ path }) => path);
}

/** Whether the data folder has any files that are not hidden. */
export function hasData(dir: string): boolean {
	const data = join(dir, DATA);
	return statSync(data, { throwIfNoEntry: false })?.isDirectory() === true && !isEmpty(data);
}

/**
 * The files of a folder that is ready to publish, with a first clip.
 * @param tarball the file name of the package
 * @param deploying how to deploy the folder, in Markdown
 */
export function startingFiles(tarball: string, deploying: string): NewFile[] {
	const filled = (path: string, name = basename(path)): NewFile => {
		const template = new URL(`templates/${name}`, import.meta.url);
		return { path, text: fillTemplate(template, { tarball, deploying }) };
	};
	return [
		filled("data/clips.ndjson"),
		{ path: "data/media/sounds/bonk.mp3", text: readFileSync(SOUND) },
		filled("data/site.json"),
		filled(".gitignore", "gitignore"),
		filled("README.md"),
	];
}

/**
 * The path that prevents adding a file, if any: another file, or the data folder if it has files, since the first
 * clip is only an example.
 */
function inTheWay(dir: string, path: string): string | undefined {
	if (path.startsWith(`${DATA}/`) && hasData(dir)) return DATA;
	const parts = path.split("/");
	const paths = parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
	const isFree = (part: string): boolean =>
		part !== path && lstatSync(join(dir, part)).isDirectory();
	return paths.find((part) => existsSync(join(dir, part)) && !isFree(part));
}

/** Hidden files, such as the `.DS_Store` of macOS, are not data. */
function isEmpty(folder: string): boolean {
	return readdirSync(folder).every((name) => name.startsWith("."));
}
