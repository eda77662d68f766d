/** Makes a folder that is ready to publish, or adds what a host needs to an existing one, without changing anything in it. */
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fillTemplate } from "../bundling/template.ts";
import { shown } from "../console/text.ts";
import { UserError, withFile } from "../console/user-error.ts";

const DATA = "data";
const SOUND = new URL("../../data/media/sounds/bonk.mp3", import.meta.url);

interface NewFile {
	/** With slashes. */
	readonly path: string;
	readonly content: string | Uint8Array;
}

/** Contents of the folder besides the first clip. */
interface FolderOptions {
	/** The file name of the package. */
	readonly tarball: string;
	/** How to deploy it, in Markdown. */
	readonly deploying: string;
	/** Files that a host needs. */
	readonly hostFiles: readonly NewFile[];
}

/**
 * Makes a folder with a first clip. Returns the paths of its files. Throws a UserError that names everything
 * that is in the way.
 */
export function makeFolder(dir: string, options: FolderOptions): string[] {
	return addFiles(dir, filesOf(options));
}

/** Adds all of the files to a folder, or none. Returns their paths. Throws a UserError that names what is in the way. */
export function addFiles(dir: string, files: readonly NewFile[]): string[] {
	if (existsSync(dir) && !statSync(dir).isDirectory()) {
		throw new UserError(`${dir}: is a file; name a folder instead (it need not exist yet)`);
	}
	const taken = [...new Set(files.flatMap(({ path }) => inTheWay(dir, path) ?? []))];
	if (taken.length > 0) {
		throw new UserError(
			`${dir}: already has ${taken.map(shown).join(", ")}; nothing was overwritten; move ${taken.length === 1 ? "it" : "them"} elsewhere, or name another folder`,
		);
	}
	for (const { path, content } of files) {
		const file = join(dir, path);
		try {
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, content, { flag: "wx" });
		} catch (error) {
			throw withFile(nearestFolder(file), error);
		}
	}
	return files.map(({ path }) => path);
}

/** The folder where a file, or the folders around it, could not be made. */
function nearestFolder(path: string): string {
	const folder = dirname(path);
	return existsSync(folder) || folder === path ? folder : nearestFolder(folder);
}

/** Whether the data folder has any files. Hidden ones do not count. */
export function hasData(dir: string): boolean {
	const data = join(dir, DATA);
	return statSync(data, { throwIfNoEntry: false })?.isDirectory() === true && !isEmpty(data);
}

function filesOf({ tarball, deploying, hostFiles }: FolderOptions): NewFile[] {
	const template = (name: string): string =>
		fillTemplate(new URL(`templates/${name}`, import.meta.url), { tarball, deploying });
	return [
		{ path: "data/clips.ndjson", content: template("clips.ndjson") },
		{ path: "data/media/sounds/bonk.mp3", content: readFileSync(SOUND) },
		{ path: "data/site.json", content: template("site.json") },
		{ path: ".gitignore", content: template("gitignore") },
		{ path: "README.md", content: template("README.md") },
		...hostFiles,
	];
}

/** The path that is in the way of a file, if there is one. The data folder must be empty, since the first clip is an example. */
function inTheWay(dir: string, path: string): string | undefined {
	const parts = path.split("/");
	for (let depth = 1; depth <= parts.length; depth++) {
		const part = parts.slice(0, depth).join("/");
		const stats = lstatSync(join(dir, part), { throwIfNoEntry: false });
		if (stats === undefined) return undefined;
		const isFree = stats.isDirectory() && depth < parts.length;
		if (!isFree || (part === DATA && !isEmpty(join(dir, part)))) return part;
	}
	return undefined;
}

/** Hidden files, such as the `.DS_Store` of macOS, are not data. */
function isEmpty(folder: string): boolean {
	return readdirSync(folder).every((name) => name.startsWith("."));
}
