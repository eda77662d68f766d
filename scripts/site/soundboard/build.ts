/**
 * Reads the published files of one build. Without a service worker, as in private windows and over
 * plain HTTP, a deploy changes files under an open page, and the browser may have cached older ones.
 * Mixing builds would show wrong clips: their positions differ.
 */
import { POINTER_PATH } from "../../tree/paths.ts";
import { type Pointer, parsePointer } from "../../tree/pointer.ts";
import { fileUrl } from "./site-root.ts";

/** There is no network, and the device does not hold the file. */
export class Unreachable extends Error {}

/** A newer build has been published since the page opened this one. */
export class BuildReplaced extends Error {}

export interface Build {
	readonly pointer: Pointer;
	/** Reads JSON as it is published now. Throws as `readJson` does, or BuildReplaced. */
	read(url: string): Promise<unknown>;
}

/** Opens the build that is published next to the page. */
export async function openBuild(): Promise<Build> {
	const pointer = await readPointer();
	/** One check serves all files that are read at the same time. */
	let checking: Promise<Pointer> | undefined;
	const check = async (): Promise<void> => {
		checking ??= readPointer().finally(() => {
			checking = undefined;
		});
		const { build } = await checking;
		if (build !== pointer.build) throw new BuildReplaced(`${build} has replaced ${pointer.build}`);
	};
	const read = async (url: string): Promise<unknown> => {
		const [json] = await Promise.all([readJson(url), check()]);
		return json;
	};
	return { pointer, read };
}

/** Reads JSON past the browser's cache. Throws Unreachable, or an Error when the file is not there. */
export async function readJson(url: string): Promise<unknown> {
	return (await fetchFresh(url)).json();
}

async function readPointer(): Promise<Pointer> {
	return parsePointer(await (await fetchFresh(fileUrl(POINTER_PATH))).text());
}

async function fetchFresh(url: string): Promise<Response> {
	const response = await fetch(url, { cache: "no-cache" }).catch((error: unknown) => {
		throw new Unreachable(`${url}: ${error}`);
	});
	if (response.status >= 502) throw new Unreachable(`${url}: status ${response.status}`);
	if (!response.ok) throw new Error(`${url}: status ${response.status}`);
	return response;
}
