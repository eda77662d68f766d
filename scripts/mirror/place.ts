/**
 * Where releases lie. DIR is a symbolic link to one of the folders in `DIR.releases`, and changes to
 * another with one rename: it is never absent, and no reader sees parts of two releases.
 */
import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmdirSync,
	rmSync,
	statSync,
	symlinkSync,
} from "node:fs";
import { uptime } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { isRunning } from "../console/running.ts";
import { removeFolder, renameFolder } from "../tree/write/folder-changes.ts";
import { LockedError, MirrorError } from "./errors.ts";
import {
	filesBelow,
	namesIn,
	type Provenance,
	readProvenance,
	SUMS,
	salvage,
	sha256,
} from "./fixity.ts";

export interface Place {
	/** DIR as the user wrote it, for messages. */
	readonly dir: string;
	/** The symbolic link. */
	readonly link: string;
	/** The folder of all releases. */
	readonly releases: string;
	/** The folder of what runs that failed have fetched: files named by their hashes. */
	readonly stock: string;
}

export interface HeldRelease {
	/** `NUMBER-DIGITS`: its number, and the first digits of the hash of its SHA256SUMS. */
	readonly name: string;
	readonly folder: string;
	readonly provenance: Provenance;
	readonly isCurrent: boolean;
}

const NAME = /^(\d{4,})-[0-9a-f]{16}$/;
/** The folder of a run, which says in its name which process that is. */
const RUN = /^run-(\d+)-/;
const DISCARDED = "discarded-";

export function placeOf(dir: string): Place {
	const link = resolve(dir);
	const releases = `${link}.releases`;
	return { dir, link, releases, stock: join(releases, "stock") };
}

/**
 * The name of the release that DIR is a link to; undefined if there is no DIR. Throws a MirrorError for
 * anything that is not a link to a release, because that is not ours to replace.
 */
function currentName({ dir, link, releases }: Place): string | undefined {
	try {
		const target = resolve(dirname(link), readlinkSync(link));
		const name = basename(target);
		if (dirname(target) === releases && NAME.test(name) && existsSync(target)) return name;
	} catch (error) {
		const { code = "" } = error as NodeJS.ErrnoException;
		if (code === "ENOENT") return undefined;
		// What Linux, Windows and paths below a file say.
		if (!["EINVAL", "UNKNOWN", "ENOTDIR"].includes(code)) throw error;
	}
	throw new MirrorError(
		`${dir}: is not a mirror, which is a symbolic link to a release in ${basename(releases)}; move it away, or name another place`,
	);
}

/** The releases that are held, oldest first. Throws a MirrorError. */
export function heldReleases(place: Place): HeldRelease[] {
	const current = currentName(place);
	return namesIn(place.releases)
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

/** The number that the next release has in its name. */
export function nextNumber({ releases }: Place): string {
	const numbers = readdirSync(releases).map((name) => numberOf(name) || 0);
	return String(Math.max(0, ...numbers) + 1).padStart(4, "0");
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
	const { releases } = place;
	const held = heldReleases(place);
	const old = held.slice(0, Math.max(0, held.length - keep));
	for (const { name, folder, isCurrent } of old) {
		// Renamed first, so that a release that is half deleted does not count as one.
		if (!isCurrent) renameFolder(folder, join(releases, DISCARDED + name));
	}
	for (const name of readdirSync(releases)) {
		if (name.startsWith(DISCARDED)) removeFolder(join(releases, name));
	}
}

/**
 * Runs `work` with a folder of its own, whose name keeps other runs on this machine away. What a run that
 * fails leaves in its folder is stock for the next one. Throws a LockedError.
 */
export async function withRunFolder<T>(
	{ dir, releases, stock }: Place,
	work: (folder: string) => Promise<T>,
): Promise<T> {
	mkdirSync(releases, { recursive: true });
	const own = mkdtempSync(join(releases, `run-${process.pid}-`));
	let isUseless = true;
	try {
		// Looked for when ours is there: two that start together may both end, but never both go on.
		const names = readdirSync(releases).filter((name) => RUN.test(name));
		const others = names.map((name) => join(releases, name)).filter((other) => other !== own);
		const rival = others.find(isAtWork);
		if (rival !== undefined) {
			const pid = RUN.exec(basename(rival))?.[1];
			throw new LockedError(
				`${dir}: is being mirrored by process ${pid}; wait for it, or stop it; if that is another program, delete ${rival}, which a killed run has left`,
			);
		}
		for (const other of others) salvage(other, stock);
		isUseless = false;
		const result = await work(own);
		isUseless = true;
		return result;
	} finally {
		if (isUseless || filesBelow(own).size === 0) removeFolder(own);
		// A run that failed at once leaves nothing behind.
		if (readdirSync(releases).length === 0) rmdirSync(releases);
	}
}

/** Whether the process of a run is still there: since the start of the machine, another may have its id. */
function isAtWork(folder: string): boolean {
	const started = Date.now() - uptime() * 1000;
	const time = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
	return time > started && isRunning(Number(RUN.exec(basename(folder))?.[1]));
}

/** Makes renames in a folder survive a power failure, where the system can. */
export function flushFolder(folder: string): void {
	if (process.platform === "win32") return;
	const handle = openSync(folder, "r");
	fsyncSync(handle);
	closeSync(handle);
}
