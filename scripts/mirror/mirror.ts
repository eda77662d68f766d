/** `npm run mirror`: finds out what kind of source it is, and has it mirrored. */
import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { API_PATH } from "../contract/links.ts";
import { mirrorCatalogue } from "./catalogue.ts";
import { fetchPage, type Page } from "./crawl-page.ts";
import type { Outcome, Tell } from "./events.ts";
import { explainDisk, MirrorError, TransferError } from "./failures.ts";
import { type FetchedPointer, fetchPointer, NoPointerError } from "./fetch-release.ts";
import { readHolding } from "./holding.ts";
import { workspaceOf } from "./layout.ts";
import { PATIENCE, type Patience } from "./patience.ts";
import { refuseUnusual } from "./refuse-folder.ts";
import type { MirrorOptions, Run } from "./run.ts";
import { Source } from "./source.ts";
import { mirrorTree } from "./tree.ts";
import { clear, openWorkspace, readHeld } from "./workspace.ts";

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
	const onWait = (milliseconds: number): void => {
		const seconds = Math.ceil(milliseconds / 1000);
		tell({ event: "note", message: `the source asks to be left alone for ${seconds} s` });
	};
	const asking = { follow, timeout, signal, connections: concurrency, patience, onWait };
	// Every request listens to it: https://nodejs.org/api/events.html#eventssetmaxlistenersn-eventtargets
	setMaxListeners(0, signal);
	const source = new Source(url, asking);
	let release = (): void => {};
	try {
		if (!request.dryRun) release = await openWorkspace(workspace);
		const record = readHeld(workspace);
		const holding = await readHolding(workspace.live, record, workspace.name);
		const result = await mirrorWhatIsThere({
			source,
			workspace,
			holding,
			record,
			options: request,
			tell,
		});
		if (!request.dryRun) clear(workspace);
		tell({ event: "done", result });
		return result;
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		if (!(error instanceof TransferError)) {
			throw explainDisk(error, dir, existsSync(workspace.live));
		}
		throw new MirrorError(`${error.url ?? url} ${error.message}; what is in ${dir} is untouched`);
	} finally {
		release();
		await source.close();
	}
}

async function mirrorWhatIsThere(run: Run): Promise<Outcome> {
	const { source, workspace, record, tell } = run;
	let latest: FetchedPointer;
	try {
		latest = await fetchPointer(source, { folder: workspace.live, record });
	} catch (error) {
		if (!(error instanceof NoPointerError)) throw error;
		// Which kind of source it is shows only now: one that is out of order has no page either.
		const first = await firstPage(run, error.message);
		refuseOtherKind(run, "catalogue", ` (${error.message})`);
		tell({ event: "source", kind: "catalogue", url: first.url, dir: workspace.name });
		return await mirrorCatalogue(run, first);
	}
	refuseOtherKind(run, "release", "");
	tell({ event: "source", kind: "release", url: source.url.href, dir: workspace.name });
	return await mirrorTree(run, latest);
}

function refuseOtherKind(
	{ source, workspace, holding: { kind: held } }: Run,
	kind: keyof typeof KINDS,
	reason: string,
): void {
	if (held === undefined || held === kind) return;
	throw new MirrorError(
		`${workspace.name}: holds ${KINDS[held]}, but at ${source.url.href} there is ${KINDS[kind]}${reason}; name another folder`,
	);
}

const KINDS = { release: "a published tree", catalogue: "the catalogue of a live server" } as const;

/** Page 1 of a live server. Throws a MirrorError that says what was tried. */
async function firstPage({ source, workspace }: Run, noPointer: string): Promise<Page> {
	const isApi = source.url.pathname.endsWith(API_PATH);
	const url = isApi ? source.url : source.at(API_PATH.slice(1));
	try {
		return await fetchPage(source, url);
	} catch (error) {
		if (source.signal.aborted) throw error;
		if (!(error instanceof TransferError || error instanceof MirrorError)) throw error;
		const reason = error instanceof MirrorError ? error.message : `${url.href} ${error.message}`;
		throw new MirrorError(
			`${noPointer}; and there is no such API either: ${reason}; what is in ${workspace.name} is untouched`,
		);
	}
}
