/** One run of the mirror: finds out whether the source is a published tree or a live server, and copies it. */
import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { API_PATH } from "../contract/links.ts";
import { fetchPage, type Page } from "./crawl.ts";
import { explainDiskError } from "./disk.ts";
import { MirrorError, TransferError } from "./errors.ts";
import { fetchPointer, NoPointerError } from "./fetch-release.ts";
import { readInventory } from "./inventory.ts";
import { mirrorCatalogue } from "./mirror-catalogue.ts";
import { mirrorRelease } from "./mirror-release.ts";
import type { PointerText } from "./release.ts";
import { DEFAULT_RETRY, type RetryPolicy } from "./retry.ts";
import type { Outcome, Report, RunContext, RunOptions } from "./run-context.ts";
import { Source } from "./source.ts";
import {
	clearProgress,
	openTemporaryWorkspace,
	openWorkspace,
	readLiveRecord,
} from "./workspace.ts";
import { refuseUnusableFolder, workspaceOf } from "./workspace-paths.ts";

export interface MirrorRequest extends RunOptions {
	/** No trailing slash. */
	readonly url: string;
	readonly dir: string;
	readonly follow: boolean;
	/** Milliseconds of silence after which a connection is closed. */
	readonly timeout: number;
	readonly signal: AbortSignal;
	readonly retry?: RetryPolicy;
	readonly report: Report;
}

/** Throws a UserError; the published files are then unchanged. */
export async function mirror(request: MirrorRequest): Promise<Outcome> {
	const { dir, report, signal } = request;
	const ownWorkspace = workspaceOf(dir);
	refuseUnusableFolder(ownWorkspace);
	// Every request adds a listener: https://nodejs.org/api/events.html#eventssetmaxlistenersn-eventtargets
	setMaxListeners(0, signal);
	const source = openSource(request);
	let close = (): void => {};
	try {
		const open = request.dryRun ? openTemporaryWorkspace : openWorkspace;
		const opened = await open(ownWorkspace);
		close = opened.close;
		const { workspace } = opened;
		const record = readLiveRecord(workspace);
		const inventory = await readInventory(workspace.live, record, workspace.name);
		const context = { source, workspace, inventory, record, options: request, report };
		const result = await mirrorEitherKind(context);
		if (!request.dryRun) clearProgress(workspace);
		report({ event: "done", result });
		return result;
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		if (!(error instanceof TransferError)) {
			throw explainDiskError(error, dir, existsSync(ownWorkspace.live));
		}
		throw new MirrorError(`${error.url ?? request.url} ${error.message}; ${dir} is unchanged`);
	} finally {
		close();
		await source.http.close();
	}
}

function openSource({ url, report, concurrency, follow, timeout, signal, retry }: MirrorRequest) {
	return new Source(url, {
		follow,
		timeout,
		signal,
		connections: concurrency,
		retry: retry ?? DEFAULT_RETRY,
		onWait: (milliseconds) => {
			const seconds = Math.ceil(milliseconds / 1000);
			report({ event: "note", message: `the source asked us to wait ${seconds} s` });
		},
	});
}

async function mirrorEitherKind(context: RunContext): Promise<Outcome> {
	const { source, workspace, report } = context;
	let latest: PointerText;
	try {
		latest = await fetchPointer(context);
	} catch (error) {
		if (!(error instanceof NoPointerError)) throw error;
		// A source that is out of order has no listing either, and must not count as a live server.
		const first = await firstPage(context, error.message);
		refuseOtherKind(context, "catalogue", ` (${error.message})`);
		report({ event: "source", kind: "catalogue", url: first.url, dir: workspace.name });
		return await mirrorCatalogue(context, first);
	}
	refuseOtherKind(context, "release", "");
	report({ event: "source", kind: "release", url: source.url.href, dir: workspace.name });
	return await mirrorRelease(context, latest);
}

const KINDS = { release: "a published tree", catalogue: "the catalogue of a live server" } as const;

function refuseOtherKind(
	{ source, workspace, inventory }: RunContext,
	kind: keyof typeof KINDS,
	reason: string,
): void {
	if (inventory.kind === undefined || inventory.kind === kind) return;
	throw new MirrorError(
		`${workspace.name}: contains ${KINDS[inventory.kind]}, but ${source.url.href} is ${KINDS[kind]}${reason}; name another folder`,
	);
}

/** Page 1 of a live server. Throws a MirrorError that says what was tried. */
async function firstPage({ source, workspace }: RunContext, noPointer: string): Promise<Page> {
	const isApi = source.url.pathname.endsWith(API_PATH);
	const url = isApi ? source.url : source.urlOf(API_PATH.slice(1));
	try {
		return await fetchPage(source, url);
	} catch (error) {
		if (source.signal.aborted) throw error;
		if (!(error instanceof TransferError || error instanceof MirrorError)) throw error;
		const reason = error instanceof MirrorError ? error.message : `${url.href} ${error.message}`;
		throw new MirrorError(
			`${noPointer}, and there is no API either: ${reason}; ${workspace.name} is unchanged`,
		);
	}
}
