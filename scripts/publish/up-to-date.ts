/** Tells whether a build would change anything, so that `npm start` can skip it. */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fastGlob from "fast-glob";
import { POINTER_PATH } from "../tree/paths.ts";

/** What a build depends on besides its options and the data. */
const PROGRAM = ["scripts/**", "package-lock.json"];

export interface BuildState {
	isCurrent(): Promise<boolean>;
	remember(): Promise<void>;
}

/** Remembers in `cacheFile`, which may be deleted at any time, what `out` was built from. */
export function buildState(
	cacheFile: string,
	{ dataDir, out, options }: { dataDir: string; out: string; options: unknown },
): BuildState {
	const fingerprint = async (): Promise<string | undefined> => {
		const pointer = await readFile(join(out, POINTER_PATH), "utf8").catch(() => undefined);
		if (pointer === undefined) return undefined;
		const inputs = await fastGlob([`${dataDir}/**`, ...PROGRAM], { stats: true });
		const lines = inputs.map(({ path, stats }) => `${path} ${stats?.size} ${stats?.mtimeMs}`);
		const state = JSON.stringify([pointer, options, lines.sort()]);
		return createHash("sha256").update(state).digest("hex");
	};
	return {
		isCurrent: async () => {
			const remembered = await readFile(cacheFile, "utf8").catch(() => undefined);
			return remembered !== undefined && remembered === (await fingerprint());
		},
		remember: async () => {
			await mkdir(dirname(cacheFile), { recursive: true });
			await writeFile(cacheFile, (await fingerprint()) ?? "");
		},
	};
}
