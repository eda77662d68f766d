/**
 * What the first request of a process reads of 5,000 clips, exactly: finding a precomputed page takes no more files
 * than composing it, and looking for one that is not there takes one.
 */
import { beforeAll, expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { askFor, said } from "./asking.ts";

interface Read {
	readonly files: number;
	readonly bytes: number;
}

const NAMES = generatedNames(5000);
const trees: Record<"all" | "none", Asset> = {
	all: async () => undefined,
	none: async () => undefined,
};
beforeAll(async () => {
	for (const pages of ["all", "none"] as const) {
		trees[pages] = folderAsset((await publishRecords(named(NAMES), { pages })).folder);
	}
});

test.each<[what: string, request: string, withPages: Read, without: Read]>([
	["the first page", "", { files: 3, bytes: 8944 }, { files: 3, bytes: 16577 }],
	["a deep page", "?page=400", { files: 3, bytes: 9013 }, { files: 3, bytes: 16850 }],
	["the last page", "?page=last", { files: 3, bytes: 9050 }, { files: 3, bytes: 17047 }],
	["a common word", "?name=foop", { files: 3, bytes: 18144 }, { files: 14, bytes: 103877 }],
	[
		"its second page",
		"?name=foop&page=2",
		{ files: 14, bytes: 111667 },
		{ files: 13, bytes: 95739 },
	],
	["a letter", "?name=b", { files: 3, bytes: 18174 }, { files: 10, bytes: 68467 }],
	["its second page", "?name=b&page=2", { files: 8, bytes: 59703 }, { files: 7, bytes: 43775 }],
	["a beginning", "?name=lal", { files: 3, bytes: 18318 }, { files: 14, bytes: 134974 }],
	["a rare word", "?name=chaix", { files: 11, bytes: 89765 }, { files: 10, bytes: 73837 }],
	["an unknown word", "?name=qzx", { files: 5, bytes: 62898 }, { files: 4, bytes: 46970 }],
	["two words", "?name=foop+heaxflo", { files: 6, bytes: 39223 }, { files: 6, bytes: 39071 }],
	["a clip", "clip-1666/", { files: 5, bytes: 58261 }, { files: 5, bytes: 58109 }],
])("%s (%s)", async (_, request, withPages, without) => {
	const url = `${BASE}/api/v1/instants/${request}`;
	const read = async (tree: Asset) => {
		let bytes = 0;
		const answer = await askFor(async (path) => {
			const file = await tree(path);
			bytes += file?.length ?? 0;
			return file;
		}, url);
		return { answer, read: { files: answer.reads.length, bytes } };
	};
	const [found, composed] = [await read(trees.all), await read(trees.none)];
	expect([found.read, composed.read]).toEqual([withPages, without]);
	expect(said(found.answer)).toBe(said(composed.answer));
});
