/**
 * Reads what DIR contains. A run replaces DIR only if a run wrote all of it: `provenance.json` is its record,
 * `SHA256SUMS` has the hash of that record and of all other files, and if one of these two files is damaged,
 * `last.json` must agree with the other.
 */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { someOf } from "../catalogue/problems.ts";
import { UserError } from "../console/user-error.ts";
import { isFolder } from "../tree/write/exchange.ts";
import { filesBelow, isLitter, treeIn } from "../tree/write/own-tree.ts";
import { digestOf, textOf } from "../tree/write/read-file.ts";
import type { MirrorPlace } from "./place.ts";
import { PROVENANCE, type Provenance, recordIn, SUMS, sumsIn } from "./provenance.ts";

/**
 * Returns the record in DIR, unless it is missing or damaged, and whether the record and the list of files are
 * whole: the files themselves may still be damaged. Throws a UserError if DIR is or contains anything that no run
 * has written.
 */
export async function heldIn({
	dir,
	folder,
	last,
}: MirrorPlace): Promise<{ record?: Provenance | undefined; isWhole: boolean }> {
	const isEmpty = isFolder(folder) && readdirSync(folder).length === 0;
	if (isEmpty || !existsSync(folder)) return { isWhole: false };
	const [text, lastText] = [textOf(join(folder, PROVENANCE)), textOf(last)];
	const [record, sums] = [recordIn(text), sumsIn(folder)];
	const listed = sums.get(PROVENANCE);
	const isListed = record !== undefined && listed === digestOf(text);
	const isLast = recordIn(lastText) && (text === lastText || listed === digestOf(lastText));
	if (!isListed && !isLast) {
		throw new UserError(
			`${dir}: is not empty, and no run wrote its contents (otherwise, ${PROVENANCE} and ${SUMS} would show that); move it elsewhere, or choose another folder`,
		);
	}
	const unlisted = [...filesBelow(folder).keys()].filter(
		(path) => path !== SUMS && !sums.has(path) && !isLitter(path),
	);
	if (unlisted.length > 0) {
		const { paths } = await treeIn(folder);
		const foreign = unlisted.filter((path) => path !== PROVENANCE && !paths.has(path));
		if (foreign.length > 0) {
			throw new UserError(
				`${dir}: holds ${someOf(foreign)}, which no run wrote and which would be lost; move it elsewhere, and run this again`,
			);
		}
	}
	return { record, isWhole: isListed && unlisted.length === 0 };
}
