/** `npm run mirror`: finds out what kind of source it is, and has it mirrored. */
import type { Outcome, Tell } from "./events.ts";
import { explainDisk, MirrorError } from "./failures.ts";
import { fetchPointer } from "./fetch-release.ts";
import { PATIENCE, type Patience } from "./patience.ts";
import { Source } from "./source.ts";
import { type MirrorOptions, mirrorTree, type Run } from "./tree.ts";
import { openWorkspace, readHeld, refuseUnusual, workspaceOf } from "./workspace.ts";

/** What `npm run mirror` can be told. */
export interface MirrorRequest extends MirrorOptions {
	/** No trailing slash. */
	readonly url: string;
	readonly dir: string;
	readonly follow: boolean;
	/** Milliseconds of silence after which a connection is given up. */
	readonly timeout: number;
	readonly signal: AbortSignal;
	readonly patience?: Patience;
	readonly tell: Tell;
}

/** Throws a UserError; then what is published in the folder is untouched. */
export async function mirror(request: MirrorRequest): Promise<Outcome> {
	const { url, dir, tell, concurrency, follow, timeout, signal, patience = PATIENCE } = request;
	const workspace = workspaceOf(dir);
	refuseUnusual(workspace);
	const http = { follow, timeout, signal, connections: concurrency };
	const source = new Source(url, http, patience);
	let release = (): void => {};
	try {
		if (!request.dryRun) release = openWorkspace(workspace);
		const result = await mirrorWhatIsThere({ source, workspace, options: request, tell });
		tell({ event: "done", result });
		return result;
	} catch (error) {
		throw signal.aborted ? signal.reason : explainDisk(error, dir);
	} finally {
		release();
		await source.close();
	}
}

async function mirrorWhatIsThere(run: Run): Promise<Outcome> {
	const { source, workspace, tell } = run;
	const held = readHeld(workspace);
	const latest = await fetchPointer(source, { folder: workspace.live, record: held });
	const kind = latest === undefined ? "catalogue" : "release";
	if (latest === undefined) throw new MirrorError("TODO crawl");
	tell({ event: "source", kind, url: source.url.href, dir: workspace.name });
	return await mirrorTree(run, latest);
}
