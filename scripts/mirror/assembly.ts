/** Puts the next state of a mirror together in the staging folder, out of files that are all here. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { copy, linkOrCopy } from "./disk.ts";
import type { Workspace } from "./workspace-paths.ts";

/** @param places where the content of each path is */
export function assemble({ staging }: Workspace, places: ReadonlyMap<string, string>): void {
	rmSync(staging, { recursive: true, force: true });
	mkdirSync(staging);
	const linked = new Set<string>();
	for (const [path, place] of places) {
		// Two files of one mirror must not share a hard link: editing one would change the other.
		const put = linked.has(place) ? copy : linkOrCopy;
		put(place, join(staging, path));
		linked.add(place);
	}
}
