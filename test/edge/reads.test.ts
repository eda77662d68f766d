/**
 * Exactly how many files the first request of a process reads from a tree of 5,000 clips: finding a precomputed page
 * takes no more files than composing it, and looking for a missing page takes one more.
 */
import { expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { askFor, said } from "./asking.ts";

const NAMES = generatedNames(5000);
const treeWith = async (pages: "all" | "none"): Promise<Asset> =>
	folderAsset((await publishRecords(named(NAMES), { pages })).folder);
const [paged, bare] = [await treeWith("all"), await treeWith("none")];

test.each<[what: string, request: string, withPages: string, without: string]>([
	["the first page", "", "3 files, 8944 bytes", "3 files, 16577 bytes"],
	["a deep page", "?page=400", "3 files, 9013 bytes", "3 files, 16850 bytes"],
	["the last page", "?page=last", "3 files, 9050 bytes", "3 files, 17047 bytes"],
	["a common word", "?name=foop", "3 files, 18144 bytes", "14 files, 103877 bytes"],
	["its second page", "?name=foop&page=2", "14 files, 111667 bytes", "13 files, 95739 bytes"],
	["a letter", "?name=b", "3 files, 18174 bytes", "10 files, 68467 bytes"],
	["its second page", "?name=b&page=2", "8 files, 59703 bytes", "7 files, 43775 bytes"],
	["a beginning", "?name=lal", "3 files, 18318 bytes", "14 files, 134974 bytes"],
	["a rare word", "?name=chaix", "11 files, 89765 bytes", "10 files, 73837 bytes"],
	["an unknown word", "?name=qzx", "5 files, 62898 bytes", "4 files, 46970 bytes"],
	["two words", "?name=foop+heaxflo", "6 files, 39223 bytes", "6 files, 39071 bytes"],
	["a clip", "clip-1666/", "5 files, 58261 bytes", "5 files, 58109 bytes"],
])("%s (%s)", async (_, request, withPages, without) => {
	const url = `${BASE}/api/v1/instants/${request}`;
	const read = async (tree: Asset) => {
		let bytes = 0;
		const answer = await askFor(async (path) => {
			const file = await tree(path);
			bytes += file?.length ?? 0;
			return file;
		}, url);
		return { answer, read: `${answer.reads.length} files, ${bytes} bytes` };
	};
	const [found, composed] = [await read(paged), await read(bare)];
	expect([found.read, composed.read]).toEqual([withPages, without]);
	expect(said(found.answer)).toBe(said(composed.answer));
});
