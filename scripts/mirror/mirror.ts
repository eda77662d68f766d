/** Finds out what a source is, and copies or crawls it. */
import { copyTree } from "./copy.ts";
import { crawl } from "./crawl.ts";
import { MirrorError } from "./errors.ts";
import { fetchPointer } from "./pointer.ts";
import type { Outcome } from "./report.ts";
import { type RunRequest, withRun } from "./run.ts";

/** Copies a tree or crawls a live server. Throws a UserError; the current release is then unchanged. */
export async function mirror(request: RunRequest): Promise<Outcome> {
	return await withRun(request, async (run) => {
		const { current, kind, place, url } = run;
		const pointer = kind === "crawl" ? undefined : await fetchPointer(run, kind === "tree");
		if (pointer !== undefined) return await copyTree(run, pointer);
		if (kind !== "tree") return await crawl(run);
		const isMirror = current?.provenance.kind === "tree";
		const reason = isMirror ? `, but ${place.dir} is the mirror of one` : "";
		throw new MirrorError(
			`${url}/latest.json: is not the pointer of a published tree${reason}; ask its publisher, or crawl it as a live server with --crawl`,
		);
	});
}
