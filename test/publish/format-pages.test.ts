/** Pages written out for each `format`, for hosts that can only name files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Host } from "../../scripts/hosts/host.ts";
import { folderAsset } from "../../scripts/hosts/node/folder-asset.ts";
import { formatPath } from "../../scripts/tree/paths.ts";
import { BASE, named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";

const RULES_ONLY: Host = {
	name: "rules",
	title: "Rules",
	answers: "files",
	tested: "nothing",
	gaps: [],
	headerGaps: [],
	limits: [],
	wantsFormatPages: true,
	treeFiles: () => [],
	besideFiles: () => [],
	deploy: () => "",
};
const RECORDS = named(Array.from({ length: 25 }, (_, i) => `Boom ${i}`));
const parent = temporaryFolder();

test.each([
	["json", "format=json"],
	["api", "format=api"],
	["", "format="],
])("format=%s: the bytes that the edge rule answers", async (format, query) => {
	const { folder } = await publishRecords(RECORDS, { parent, hosts: [RULES_ONLY] });
	for (const [path, name] of [
		["/v1/instants/page/2.json", ""],
		["/v1/instants/name/w-boom/2.json", "&name=boom"],
	] as const) {
		const url = `${BASE}/api/v1/instants/?${query}${name}&page=2`;
		const answer = await respond(
			{ method: "GET", url, headers: new Headers() },
			folderAsset(folder),
		);
		const stored = readFileSync(join(folder, formatPath(path, format)), "utf8");
		expect(stored).toBe(await answer.text());
	}
});

test("they count as files, and come for all words or for none of a word", async () => {
	const hosts = [RULES_ONLY];
	const all = await publishRecords(RECORDS, { parent, hosts });
	const enough = all.published.files.length;
	for (const maxFiles of [enough, enough - 1, enough - 20]) {
		const { published } = await publishRecords(RECORDS, { parent, hosts, maxFiles });
		expect(published.files.length).toBeLessThanOrEqual(maxFiles);
		const formats = published.files.filter(({ path }) => path.includes("/format/")).length;
		expect(formats).toBe(3 * (published.listingPages + published.wordPages / 4));
	}
});

test("no other tree has them", async () => {
	const { published } = await publishRecords(RECORDS, { parent });
	expect(published.files.filter(({ path }) => path.includes("/format/"))).toEqual([]);
});
