/** Crawls a live server for a catalogue that goes its own way afterwards, and so needs no mirror. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outcome } from "./report.ts";
import { mirror, type RunRequest } from "./run.ts";

type CrawlRequest = Omit<RunRequest, "dir" | "tree" | "crawl">;

/**
 * Calls `work` with the data folder of a live server, which is deleted afterwards, and with what is
 * missing from it. Throws a UserError.
 */
export async function withCrawledData<T>(
	request: CrawlRequest,
	work: (data: string, failed: Outcome["failed"]) => Promise<T>,
): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), "instants-crawl-"));
	try {
		const dir = join(folder, "crawl");
		const { failed } = await mirror({ ...request, dir, crawl: true });
		return await work(join(dir, "data"), failed);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
