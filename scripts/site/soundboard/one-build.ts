/**
 * The files of one build. Without a service worker, as in private windows and over plain HTTP, a
 * deploy changes files under a page that is open, and the browser's cache may hold those of builds
 * before: positions in the index of one build are other clips in the pages of another.
 */

import { POINTER_PATH } from "../../tree/paths.ts";
import { type Pointer, parsePointer } from "../../tree/pointer.ts";
import { readJson } from "./published-json.ts";
import { fileUrl } from "./site-root.ts";

/** What is published is of another build than what was opened. */
export class OtherBuild extends Error {}

/** A build that was opened. */
export interface OneBuild {
	readonly pointer: Pointer;
	/** Reads JSON as it is published now. Throws as `readJson` does, or OtherBuild. */
	read(url: string): Promise<unknown>;
}

/** Opens the build that is published where the page is. */
export async function openBuild(): Promise<OneBuild> {
	const pointer = await readPointer();
	/** One question for all files that are read at the same time. */
	let asking: Promise<Pointer> | undefined;
	const ask = async (): Promise<void> => {
		asking ??= readPointer().finally(() => {
			asking = undefined;
		});
		const { build } = await asking;
		if (build !== pointer.build) throw new OtherBuild(`${build} has replaced ${pointer.build}`);
	};
	const read = async (url: string): Promise<unknown> => {
		const [json] = await Promise.all([readJson(url, "no-cache"), ask()]);
		return json;
	};
	return { pointer, read };
}

async function readPointer(): Promise<Pointer> {
	return parsePointer(JSON.stringify(await readJson(fileUrl(POINTER_PATH), "no-cache")));
}
