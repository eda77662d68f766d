/**
 * The folders of a mirror. DIR is a symbolic link to one of the releases in `DIR.releases`. One rename makes
 * it another: DIR is never absent, and no reader sees parts of two releases.
 */
import {
	closeSync,
	existsSync,
	fsyncSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { MirrorError } from "./errors.ts";
import { digestOf, type Provenance, readProvenance, SUMS } from "./release.ts";

export interface MirrorPlace {
	/** DIR as the user wrote it, for messages. */
	readonly dir: string;
	/** The symbolic link. */
	readonly link: string;
	/** The folder of all releases. */
	readonly releases: string;
	/** The release that a run is making. */
	readonly unfinished: string;
	readonly lock: string;
}

export interface HeldRelease {
	/** `NUMBER-DIGITS`: its number, and the first digits of the hash of its SHA256SUMS. */
	readonly name: string;
	readonly folder: string;
	readonly provenance: Provenance;
	readonly isCurrent: boolean;
}

const NAME = /^(\d{4,})-[0-9a-f]{16}$/;

export function placeOf(dir: string): MirrorPlace {
	const link = resolve(dir);
	const releases = `${link}.releases`;
	const [unfinished, lock] = [join(releases, "unfinished"), join(releases, "lock")];
	return { dir, link, releases, unfinished, lock };
}

/**
 * The name of the release that DIR is a link to; undefined if there is no DIR. Throws a MirrorError for
 * anything that is not a link to a release, because that is not ours to replace.
 */
function currentName({ dir, link, releases }: MirrorPlace): string | undefined {
	try {
		const target = resolve(dirname(link), readlinkSync(link));
		const name = basename(target);
		if (dirname(target) === releases && NAME.test(name) && existsSync(target)) return name;
	} catch (error) {
		const { code = "" } = error as NodeJS.ErrnoException;
		if (code === "ENOENT") return undefined;
		// The codes of Linux, of Windows, and of a path below a file.
		if (!["EINVAL", "UNKNOWN", "ENOTDIR"].includes(code)) throw error;
	}
	throw new MirrorError(
		`${dir}: is not a mirror, which is a symbolic link to a release in ${basename(releases)}; move it away, or name another place`,
	);
}

/** The folders of releases, oldest first, damaged ones included. */
function releaseFolders({ releases }: MirrorPlace): Pick<HeldRelease, "name" | "folder">[] {
	return namesIn(releases)
		.filter((name) => NAME.test(name))
		.sort((a, b) => numberOf(a) - numberOf(b))
		.map((name) => ({ name, folder: join(releases, name) }));
}

/**
 * The releases of a mirror, oldest first. Skips earlier ones with a damaged record. Throws a MirrorError if
 * the last one's is damaged, because that says which key and source to trust.
 */
export function heldReleases(place: MirrorPlace): HeldRelease[] {
	const current = currentName(place);
	return releaseFolders(place).flatMap(({ name, folder }, i, { length }) => {
		try {
			return { name, folder, provenance: readProvenance(folder), isCurrent: name === current };
		} catch (error) {
			if (i < length - 1) return [];
			throw error;
		}
	});
}

/** The number in the name of a release; NaN for other names. */
export function numberOf(name: string): number {
	return Number(NAME.exec(name)?.[1]);
}

/** Whether the name of a release is made from the hash of its SHA256SUMS; true for folders with other names. */
export function isNameFor(folder: string): boolean {
	const name = basename(folder);
	const digits = digestOf(readFileSync(join(folder, SUMS))).slice(0, 16);
	return !NAME.test(name) || name.endsWith(`-${digits}`);
}

/**
 * Makes DIR a link to a release. On Windows it is a junction, because links need an administrator there.
 * Junctions are absolute, and a rename cannot replace one, so DIR is absent for a moment.
 */
export function pointTo(
	{ link, releases }: MirrorPlace,
	name: string,
	platform = process.platform,
): void {
	const unfinished = join(dirname(link), `.${basename(link)}.next`);
	const target = join(platform === "win32" ? releases : basename(releases), name);
	rmSync(unfinished, { force: true });
	symlinkSync(target, unfinished, "junction");
	if (platform === "win32") rmSync(link, { force: true });
	renameSync(unfinished, link);
	flushFolder(dirname(link));
}

/** Throws a MirrorError, before anything is fetched, if the file system has no links. */
export function refuseWithoutLinks({ dir, releases }: MirrorPlace): void {
	const attempt = join(releases, "link");
	try {
		rmSync(attempt, { force: true });
		symlinkSync(releases, attempt, "junction");
		rmSync(attempt);
	} catch (error) {
		throw new MirrorError(
			`${dir}: must be a symbolic link, and the file system refuses one (${(error as Error).message}); exFAT and many network shares have no links, so name a place on another disk`,
		);
	}
}

/** Deletes the oldest releases until `keep` are left, but never the current one. */
export function prune(place: MirrorPlace, keep: number): void {
	const current = currentName(place);
	const all = releaseFolders(place);
	const old = all.slice(0, Math.max(0, all.length - keep)).filter(({ name }) => name !== current);
	for (const { folder } of old) rmSync(folder, { recursive: true, force: true });
}

/** Makes renames in a folder survive a power failure, where the system can. */
export function flushFolder(folder: string): void {
	if (process.platform === "win32") return;
	const handle = openSync(folder, "r");
	fsyncSync(handle);
	closeSync(handle);
}

/** The names in a folder; none if it does not exist. */
export function namesIn(folder: string): string[] {
	return existsSync(folder) ? readdirSync(folder) : [];
}
