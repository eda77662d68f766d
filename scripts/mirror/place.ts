/**
 * Where releases lie. DIR is a symbolic link to one of the folders in `DIR.releases`, and changes to
 * another with one rename: it is never absent, and no reader sees parts of two releases.
 */
import { spawnSync } from "node:child_process";
import {
	closeSync,
	existsSync,
	fsyncSync,
	lstatSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	type Stats,
	symlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { removeFolder, renameFolder } from "../tree/write/folder-changes.ts";
import { MirrorError } from "./errors.ts";
import { type Provenance, readProvenance, SUMS, sha256 } from "./fixity.ts";

export interface Place {
	/** DIR as the user wrote it, for messages. */
	readonly dir: string;
	/** The symbolic link. */
	readonly link: string;
	/** The folder of all releases. */
	readonly releases: string;
	/** The folder in which a run puts the next release together. */
	readonly draft: string;
}

export interface HeldRelease {
	/** `NUMBER-DIGITS`: its number, and the first digits of the hash of its SHA256SUMS. */
	readonly name: string;
	readonly folder: string;
	readonly provenance: Provenance;
	readonly isCurrent: boolean;
}

const NAME = /^(\d{4,})-[0-9a-f]{16}$/;
const DISCARDED = "discarded-";

export function placeOf(dir: string): Place {
	const link = resolve(dir);
	const releases = `${link}.releases`;
	return { dir, link, releases, draft: join(releases, "draft") };
}

/**
 * The name of the release that DIR is a link to; undefined if there is no DIR. Throws a MirrorError for
 * anything that is not a link to a release, because that is not ours to replace.
 */
function currentName(place: Place): string | undefined {
	const { dir, link, releases } = place;
	const stats = linkStats(place);
	if (stats === undefined) return undefined;
	if (!stats.isSymbolicLink()) {
		const what = stats.isDirectory() ? "a folder" : "a file";
		throw new MirrorError(
			`${dir}: is ${what}, not a mirror, which is a symbolic link into ${basename(releases)}; move it away, or name another place`,
		);
	}
	const target = resolve(dirname(link), readlinkSync(link));
	if (dirname(target) !== releases || !NAME.test(basename(target))) {
		throw new MirrorError(
			`${dir}: is a symbolic link to ${target}, which is no release of this mirror; remove the link, or name another place`,
		);
	}
	if (!existsSync(target)) {
		throw new MirrorError(
			`${dir}: is a symbolic link to ${target}, which is gone; restore it, or remove the link`,
		);
	}
	return basename(target);
}

function linkStats({ dir, link }: Place): Stats | undefined {
	try {
		return lstatSync(link, { throwIfNoEntry: false });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") throw error;
		throw new MirrorError(`${dir}: lies below a file; name another place`);
	}
}

/** The releases that are held, oldest first. Throws a MirrorError. */
export function heldReleases(place: Place): HeldRelease[] {
	const current = currentName(place);
	const names = existsSync(place.releases) ? readdirSync(place.releases) : [];
	return names
		.filter((name) => NAME.test(name))
		.sort((a, b) => numberOf(a) - numberOf(b))
		.map((name) => {
			const folder = join(place.releases, name);
			return { name, folder, provenance: readProvenance(folder), isCurrent: name === current };
		});
}

function numberOf(name: string): number {
	return Number(NAME.exec(name)?.[1]);
}

/** The name of the next release. */
export function nextName(place: Place, sums: string): string {
	const numbers = readdirSync(place.releases).map((name) => numberOf(name) || 0);
	const number = String(Math.max(0, ...numbers) + 1).padStart(4, "0");
	return `${number}-${sha256(sums).slice(0, 16)}`;
}

/** Whether a folder's SHA256SUMS is the one its name was made from; true for a folder with another name. */
export function isNameFor(folder: string): boolean {
	const name = basename(folder);
	const digits = sha256(readFileSync(join(folder, SUMS))).slice(0, 16);
	return !NAME.test(name) || name.endsWith(`-${digits}`);
}

/**
 * Makes DIR a link to a release. On Windows it is a junction, since links need the rights of an
 * administrator there; junctions are absolute, and none can replace another, so that for a moment there
 * is no DIR.
 */
export function pointTo(
	{ link, releases }: Place,
	name: string,
	platform = process.platform,
): void {
	const unfinished = join(dirname(link), `.${basename(link)}.next`);
	const target = join(platform === "win32" ? releases : basename(releases), name);
	rmSync(unfinished, { force: true });
	symlinkSync(target, unfinished, "junction");
	if (platform === "win32") rmSync(link, { force: true });
	renameFolder(unfinished, link, platform);
	flushFolder(dirname(link));
}

/** Deletes the oldest releases until `keep` are left, but never the current one. */
export function prune(place: Place, keep: number): void {
	const held = heldReleases(place);
	const old = held.slice(0, Math.max(0, held.length - keep));
	for (const { name, folder, isCurrent } of old) {
		// Renamed first, so that a release that is half deleted does not count as one.
		if (!isCurrent) renameFolder(folder, join(place.releases, DISCARDED + name));
	}
	removeDiscarded(place);
}

/** Deletes what a killed run has left of discarded releases. */
export function removeDiscarded({ releases }: Place): void {
	for (const name of readdirSync(releases)) {
		if (name.startsWith(DISCARDED)) removeFolder(join(releases, name));
	}
}

/** Makes renames in a folder survive a power failure, where the system can. */
export function flushFolder(folder: string): void {
	if (process.platform === "win32") return;
	const handle = openSync(folder, "r");
	fsyncSync(handle);
	closeSync(handle);
}

/**
 * Waits until everything in a folder is on the disk. One call for the whole file system takes a tenth of
 * the time of one for each file. https://www.gnu.org/software/coreutils/sync
 */
export function flush(folder: string): void {
	const isDone = spawnSync("sync", ["-f", folder]).status === 0;
	if (!isDone) spawnSync("sync");
}
