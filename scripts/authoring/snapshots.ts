/**
 * Files that `init` wrote for a host. They are the owner's to edit, so a newer version of the tool renews
 * only those that are still as it wrote them; a file beside them holds the hashes of those.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { UserError } from "../console/user-error.ts";
import { type NewFile, replaceFile } from "./new-folder.ts";

/** Beside `data/`, for the repository. */
const RECORD_FILE = ".instants.json";

/** By path. The hash is that of the text that the tool wrote, or has shown to the owner. */
const RECORDED = z.record(z.string(), z.object({ host: z.string(), sha256: z.string() }));

type Recorded = Readonly<z.infer<typeof RECORDED>>;

/** A file that this version of the tool makes for a host. */
export interface Wanted extends NewFile {
	readonly content: string;
}

type State = "missing" | "current" | "stale" | "edited";

/** Git may change the ends of lines, which is no edit. */
function withPlainEnds(text: string): string {
	return text.replaceAll("\r\n", "\n");
}

function hashOf(text: string): string {
	return createHash("sha256").update(withPlainEnds(text)).digest("hex");
}

/** Undefined if the file is not there. */
function textOf(file: string, fix: string): string | undefined {
	try {
		return existsSync(file) ? readFileSync(file, "utf8") : undefined;
	} catch (error) {
		throw new UserError(`${file}: cannot be read (${(error as Error).message}); ${fix}`);
	}
}

function recordedIn(dir: string): Recorded {
	const file = join(dir, RECORD_FILE);
	const fix = "delete it, and files that differ count as edited";
	const text = textOf(file, fix) ?? "{}";
	try {
		return RECORDED.parse(JSON.parse(text));
	} catch {
		throw new UserError(`${file}: is not as \`init\` writes it; ${fix}`);
	}
}

/** The file that remembers these as what the tool has written for a host, besides those it holds. */
export function snapshotRecord(dir: string, host: string, files: readonly Wanted[]): NewFile {
	const added = files.map(({ path, content }) => [path, { host, sha256: hashOf(content) }]);
	const all: Recorded = { ...recordedIn(dir), ...Object.fromEntries(added) };
	const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
	const content = `${JSON.stringify(Object.fromEntries(sorted), null, "\t")}\n`;
	return { path: RECORD_FILE, content };
}

function stateOf(dir: string, { path, content }: Wanted, recorded: Recorded): State {
	const text = textOf(join(dir, path), "move it away");
	if (text === undefined) return "missing";
	if (withPlainEnds(text) === content) return "current";
	return hashOf(text) === recorded[path]?.sha256 ? "stale" : "edited";
}

/** Files of a host that the tool wrote there, and that this version would write otherwise. */
export function staleSnapshots(dir: string, host: string, files: readonly Wanted[]): string[] {
	const recorded = recordedIn(dir);
	const isStale = (file: Wanted): boolean => {
		const { host: writtenFor, sha256 } = recorded[file.path] ?? {};
		const isOurs = writtenFor === host && sha256 !== hashOf(file.content);
		return isOurs && stateOf(dir, file, recorded) !== "current";
	};
	return files.filter(isStale).map(({ path }) => path);
}

export interface Renewal {
	readonly renewed: readonly string[];
	/** Files that the owner has edited. What this version would write is beside each. */
	readonly edited: readonly { readonly path: string; readonly beside: string }[];
}

/** Renews a host's files, except for those that the owner has edited. Throws a UserError for those of another host. */
export function renewSnapshots(dir: string, host: string, files: readonly Wanted[]): Renewal {
	if (!existsSync(dir)) {
		throw new UserError(`${dir}: is not there; name the folder that \`init\` made`);
	}
	const recorded = recordedIn(dir);
	for (const { path } of files) refuseForeign(dir, path, host, recorded);
	const states = files.map((file) => ({ file, state: stateOf(dir, file, recorded) }));
	const old = states.filter(({ state }) => state === "stale" || state === "missing");
	const edited = states
		.filter(({ state }) => state === "edited")
		.map(({ file }) => ({ ...file, beside: `${file.path}.new` }));
	for (const { file } of old) replaceFile(dir, file);
	for (const { beside, content } of edited) replaceFile(dir, { path: beside, content });
	replaceFile(dir, snapshotRecord(dir, host, files));
	return {
		renewed: old.map(({ file }) => file.path),
		edited: edited.map(({ path, beside }) => ({ path, beside })),
	};
}

/** Two hosts may want a file of the same name. */
function refuseForeign(dir: string, path: string, host: string, recorded: Recorded): void {
	const writtenFor = recorded[path]?.host ?? host;
	if (writtenFor === host || !existsSync(join(dir, path))) return;
	throw new UserError(
		`${join(dir, path)}: was written for ${writtenFor}, and nothing was changed; move it away, and run this again`,
	);
}
