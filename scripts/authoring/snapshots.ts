/**
 * Files that `init` wrote for a host. They are the owner's to edit, so a newer version of the tool renews
 * only those that are still as it wrote them; a file beside them holds the hashes of those.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../console/user-error.ts";
import { type NewFile, replaceFile } from "./new-folder.ts";

/** Beside `data/`, for the repository. */
const RECORD_FILE = ".instants.json";

interface Snapshot {
	readonly host: string;
	/** Of the text that the tool wrote, or has shown to the owner. */
	readonly sha256: string;
}

type Recorded = Readonly<Record<string, Snapshot>>;

/** A file that this version of the tool makes for a host. */
export interface Wanted extends NewFile {
	readonly content: string;
}

type State = "missing" | "current" | "stale" | "edited";

function hashOf(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

function recordedIn(dir: string): Recorded {
	const file = join(dir, RECORD_FILE);
	if (!existsSync(file)) return {};
	try {
		return JSON.parse(readFileSync(file, "utf8")) as Recorded;
	} catch (error) {
		throw new UserError(`${file}: cannot be read (${(error as Error).message}); delete it`);
	}
}

/** Remembers these files as what the tool has written for a host. */
export function recordSnapshots(dir: string, host: string, files: readonly Wanted[]): void {
	const added = files.map(({ path, content }) => [path, { host, sha256: hashOf(content) }]);
	const all: Recorded = { ...recordedIn(dir), ...Object.fromEntries(added) };
	const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
	writeFileSync(
		join(dir, RECORD_FILE),
		`${JSON.stringify(Object.fromEntries(sorted), null, "\t")}\n`,
	);
}

function stateOf(dir: string, { path, content }: Wanted, recorded: Snapshot | undefined): State {
	const file = join(dir, path);
	if (!existsSync(file)) return "missing";
	const text = readFileSync(file, "utf8");
	if (text === content) return "current";
	return hashOf(text) === recorded?.sha256 ? "stale" : "edited";
}

/** Files of a host that the tool wrote there, and that this version would write otherwise. */
export function staleSnapshots(dir: string, host: string, files: readonly Wanted[]): string[] {
	const recorded = recordedIn(dir);
	const isStale = (file: Wanted): boolean => {
		const { host: writtenFor, sha256 } = recorded[file.path] ?? {};
		const isOurs = writtenFor === host && sha256 !== hashOf(file.content);
		return isOurs && stateOf(dir, file, recorded[file.path]) !== "current";
	};
	return files.filter(isStale).map(({ path }) => path);
}

export interface Renewal {
	readonly renewed: readonly string[];
	/** Files that the owner has edited, and how this version would write them. */
	readonly edited: readonly { readonly path: string; readonly lines: readonly string[] }[];
}

/** Renews a host's files, except for those that the owner has edited. */
export function renewSnapshots(dir: string, host: string, files: readonly Wanted[]): Renewal {
	const recorded = recordedIn(dir);
	const states = files.map((file) => ({ file, state: stateOf(dir, file, recorded[file.path]) }));
	const old = states.filter(({ state }) => state === "stale" || state === "missing");
	for (const { file } of old) replaceFile(dir, file);
	recordSnapshots(dir, host, files);
	const edited = states.filter(({ state }) => state === "edited");
	return {
		renewed: old.map(({ file }) => file.path),
		edited: edited.map(({ file: { path, content } }) => {
			return { path, lines: difference(readFileSync(join(dir, path), "utf8"), content) };
		}),
	};
}

/** The lines that only one of two texts has. */
function difference(before: string, after: string): string[] {
	const [old, wanted] = [before, after].map((text) => text.split("\n"));
	const others = (lines: readonly string[] = [], known: readonly string[] = []): string[] =>
		lines.filter((line) => !known.includes(line));
	return [
		...others(old, wanted).map((line) => `- ${line}`),
		...others(wanted, old).map((line) => `+ ${line}`),
	];
}
