/** Refuses folders that cannot be mirrored into without doing harm, before anything is done. */
import { lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { shown } from "../console/text.ts";
import { MirrorError } from "./failures.ts";
import { MAX_NAME } from "./file-path.ts";
import { BESIDE, discardedOf, previousOf, type Workspace } from "./layout.ts";

/** Refuses what a rename cannot replace. Throws a MirrorError. */
export function refuseUnusual({ live, folder, name }: Workspace): void {
	if (live === dirname(live)) throw new MirrorError(`${name}: is no folder of its own; name one`);
	if (Buffer.byteLength(basename(folder)) > MAX_NAME) {
		throw new MirrorError(
			`${name}: has too long a name for what lies beside it, ${shown(basename(folder))}; name a folder of ${MAX_NAME - ".".length - BESIDE.length} bytes at most`,
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
			`${name}: is the root of a disk, which cannot be exchanged as a whole; name a folder in it`,
		);
	}
	const inside = relative(live, process.cwd());
	if (!isAbsolute(inside) && inside.split(sep)[0] !== "..") {
		throw new MirrorError(`${name}: this command runs inside it; run it elsewhere`);
	}
}

/**
 * Refuses a workspace that is not as runs leave it: a link in it would have the run write, or delete,
 * somewhere else. Throws a MirrorError.
 */
export function refusePlanted(workspace: Workspace): void {
	const { folder, name, staging, earlier, parts } = workspace;
	const refuse = (path: string, what: string): never => {
		throw new MirrorError(
			`${name}: ${path} ${what}, which no run leaves there; move it away or delete it`,
		);
	};
	const stats = lstatSync(folder, { throwIfNoEntry: false });
	if (stats === undefined) return;
	if (!stats.isDirectory()) refuse(folder, "is no folder");
	const folders = [staging, earlier, parts, previousOf(workspace), discardedOf(workspace)];
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (folders.includes(path)) {
			if (!entry.isDirectory()) refuse(path, "is no folder");
		} else if (!entry.isFile()) refuse(path, "is no file");
	}
}
