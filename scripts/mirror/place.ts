/** Puts a file that is here already in a second place. */
import { copyFileSync, linkSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";

/** A link, so that what is here takes no room twice; a copy where the file system has no links. */
export function placeLinked(source: string, target: string): void {
	makeRoom(target);
	try {
		linkSync(source, target);
	} catch {
		copyFileSync(source, target);
	}
}

/** A file of its own, for two places in one tree. */
export function placeCopy(source: string, target: string): void {
	makeRoom(target);
	copyFileSync(source, target);
}

function makeRoom(target: string): void {
	mkdirSync(dirname(target), { recursive: true });
	rmSync(target, { force: true, recursive: true });
}
