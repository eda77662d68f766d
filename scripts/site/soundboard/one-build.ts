/**
 * The files of one build. Without a service worker, as in private windows and over plain HTTP, a
 * deploy changes files under a page that is open, and the browser's cache may hold those of builds
 * before: positions in the index of one build are other clips in the pages of another.
 */
import { type Latest, parseLatest } from "../../contract/latest.ts";
import { LATEST_PATH } from "../../contract/paths.ts";
import { readJson } from "./published-json.ts";
import { fileUrl } from "./site-root.ts";

/** What is published is of another build than what was opened. */
export class OtherBuild extends Error {}

/** A build that was opened. */
export interface OneBuild {
	readonly latest: Latest;
	/** Reads JSON as it is published now. Throws as `readJson` does, or OtherBuild. */
	read(url: string): Promise<unknown>;
}

/** Opens the build that is published where the page is. */
export async function openBuild(): Promise<OneBuild> {
	const latest = await readLatest();
	/** One question for all files that are read at the same time. */
	let asking: Promise<Latest> | undefined;
	const ask = async (): Promise<void> => {
		asking ??= readLatest().finally(() => {
			asking = undefined;
		});
		const { build } = await asking;
		if (build !== latest.build) throw new OtherBuild(`${build} has replaced ${latest.build}`);
	};
	const read = async (url: string): Promise<unknown> => {
		const [json] = await Promise.all([readJson(url, "no-cache"), ask()]);
		return json;
	};
	return { latest, read };
}

async function readLatest(): Promise<Latest> {
	return parseLatest(JSON.stringify(await readJson(fileUrl(LATEST_PATH), "no-cache")));
}
