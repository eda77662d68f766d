/** Orders files as people number them: 2 before 10, and the same on every machine, whatever its language. */
import { posix } from "node:path";

/** Compares two paths, with slashes: folder by folder, then names, then endings. */
export function compareNaturally(a: string, b: string): number {
	const [ours, theirs] = [namesOf(a), namesOf(b)];
	for (const [i, name] of ours.entries()) {
		const other = theirs[i];
		if (other === undefined) return 1;
		if (name !== other) return compareNames(name, other);
	}
	return ours.length - theirs.length;
}

/** An ending by itself, so that `boom.mp3` comes before `boom 2.mp3`. */
function namesOf(path: string): string[] {
	const { dir, name, ext } = posix.parse(path);
	return [...(dir === "" ? [] : dir.split("/")), name, ext];
}

function compareNames(a: string, b: string): number {
	const [ours, theirs] = [partsOf(a), partsOf(b)];
	for (const [i, part] of ours.entries()) {
		const order = compareParts(part, theirs[i] ?? "");
		if (order !== 0) return order;
	}
	// Equal so far: `boom` and `boom 2`, or `1` and `01`.
	return ours.length - theirs.length || a.length - b.length || compareText(a, b);
}

/** Runs of digits, and what is between them. */
function partsOf(name: string): readonly string[] {
	return name.match(/\d+|\D+/g) ?? [];
}

function compareParts(a: string, b: string): number {
	if (!/^\d/.test(a) || !/^\d/.test(b)) return compareText(a, b);
	const [ours, theirs] = [withoutZeros(a), withoutZeros(b)];
	return ours.length - theirs.length || compareText(ours, theirs);
}

function withoutZeros(digits: string): string {
	return digits.replace(/^0+/, "");
}

/** By UTF-16 code units. */
function compareText(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}
