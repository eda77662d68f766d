/** Orders files as people number them: 2 before 10, and the same on every machine, whatever its language. */

const ORDER = new Intl.Collator("en", { numeric: true });

/** Compares two paths, with slashes: folder by folder, then names, then endings. */
export function compareNaturally(a: string, b: string): number {
	const [ours, theirs] = [namesOf(a), namesOf(b)];
	for (const [i, name] of ours.entries()) {
		const order = ORDER.compare(name, theirs[i] ?? "");
		if (order !== 0) return order;
	}
	return ours.length - theirs.length || (a < b ? -1 : Number(a > b));
}

/** An ending by itself, so that `boom.mp3` comes before `boom 2.mp3`. */
function namesOf(path: string): string[] {
	return path.split(/\/|(?=\.[^./]*$)/);
}
