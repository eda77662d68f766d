/** The paths of a mirror and of the hidden folder beside it, and which of them a run must not touch. */
import { lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { shown } from "../console/text.ts";
import { MirrorError } from "./errors.ts";
import { MAX_NAME } from "./file-path.ts";

/** All paths of one mirror. */
export interface Workspace {
	/** The folder as the user named it, for messages. */
	readonly name: string;
	/** The mirror itself. */
	readonly live: string;
	/** The folder beside it, which contains all of the following. */
	readonly folder: string;
	/** What was fetched or made for the next release, each file named by its hash. */
	readonly content: string;
	/** The next release while it is put together. */
	readonly staging: string;
	/** Incomplete downloads. */
	readonly parts: string;
	/** The release that a switch has moved aside. */
	readonly previous: string;
	/** The previous release while it is being deleted. */
	readonly discarded: string;
	/** The record of what is live. */
	readonly held: string;
	/** The record of what is being switched to. */
	readonly next: string;
	/** The pages and the media that a crawl has read so far. */
	readonly logs: { readonly pages: string; readonly media: string };
}

const SUFFIX = ".mirror";

/** The paths of the mirror `dir`. Reads and writes nothing. */
export function workspaceOf(dir: string): Workspace {
	const live = resolve(dir);
	const folder = join(dirname(live), `.${basename(live)}${SUFFIX}`);
	return {
		name: dir,
		live,
		folder,
		content: join(folder, "content"),
		staging: join(folder, "staging"),
		parts: join(folder, "parts"),
		previous: join(folder, "previous"),
		discarded: join(folder, "discarded"),
		held: join(folder, "held.json"),
		next: join(folder, "next.json"),
		logs: { pages: join(folder, "pages.ndjson"), media: join(folder, "media.ndjson") },
	};
}

/** Throws a MirrorError for a folder that a rename cannot replace. */
export function refuseUnusableFolder({ live, folder, name }: Workspace): void {
	if (live === dirname(live)) {
		throw new MirrorError(`${name}: is the root of the file system; name a folder in it`);
	}
	if (Buffer.byteLength(basename(folder)) > MAX_NAME) {
		throw new MirrorError(
			`${name}: the name is too long for the folder beside it, ${shown(basename(folder))}; use a name of ${MAX_NAME - ".".length - SUFFIX.length} bytes at most`,
		);
	}
	const stats = lstatSync(live, { throwIfNoEntry: false });
	if (stats?.isSymbolicLink()) {
		throw new MirrorError(
			`${name}: is a symbolic link to ${readlinkSync(live)}; name the folder itself`,
		);
	}
	if (stats !== undefined && !stats.isDirectory()) {
		throw new MirrorError(`${name}: is a file; name a folder`);
	}
	if (stats !== undefined && stats.dev !== statSync(dirname(live)).dev) {
		throw new MirrorError(
			`${name}: is the root of a disk, which cannot be replaced as a whole; name a folder in it`,
		);
	}
	const inside = relative(live, process.cwd());
	if (!isAbsolute(inside) && inside.split(sep)[0] !== "..") {
		throw new MirrorError(`${name}: contains the current folder; run this command elsewhere`);
	}
}

/**
 * Throws a MirrorError for a workspace that no run could have left behind: a link in it could make
 * this run write or delete something elsewhere.
 */
export function refuseTampering(workspace: Workspace): void {
	const { folder, name, content, staging, parts, previous, discarded } = workspace;
	const refuse = (path: string, what: string): never => {
		throw new MirrorError(
			`${name}: ${path} is not a ${what}, so no run put it there; move it away or delete it`,
		);
	};
	const stats = lstatSync(folder, { throwIfNoEntry: false });
	if (stats === undefined) return;
	if (!stats.isDirectory()) refuse(folder, "folder");
	const folders = [content, staging, parts, previous, discarded];
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (folders.includes(path)) {
			if (!entry.isDirectory()) refuse(path, "folder");
		} else if (!entry.isFile()) refuse(path, "file");
	}
}
