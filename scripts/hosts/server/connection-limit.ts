/** How many connections a server can hold, since each takes some of the files that a process may have open. */

/** No more than this, whatever the process may open. */
const MOST = 5_000;

/** A connection, and the file that is sent over it. */
const FILES_PER_CONNECTION = 2;

/** For the program, its tree and its sockets that listen. */
const SPARE_FILES = 50;

interface ProcessReport {
	/** Missing on Windows. https://nodejs.org/docs/latest-v20.x/api/report.html */
	readonly userLimits?: { readonly open_files: { readonly soft: number | "unlimited" } };
}

/** What `ulimit -n` says; undefined where there is no limit, or Deno does not let it be read. */
function openFilesLimit(): number | undefined {
	try {
		const report = process.report?.getReport() as ProcessReport | undefined;
		const soft = report?.userLimits?.open_files.soft;
		return typeof soft === "number" ? soft : undefined;
	} catch {
		return undefined;
	}
}

/** The number of connections to accept, given how many files the process may have open. */
export function maxConnections(openFiles = openFilesLimit()): number {
	if (openFiles === undefined) return MOST;
	const room = Math.floor((openFiles - SPARE_FILES) / FILES_PER_CONNECTION);
	return Math.max(1, Math.min(MOST, room));
}
