/** Pages composed on the device are byte for byte those that the build wrote. */
import { describe, expect, test } from "vitest";
import { listingPageIn, openListing } from "../../../scripts/site/service-worker/listing.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { textOf } from "../../fixtures/tree-files.ts";

const parent = temporaryFolder();
const ODD = ["\u2028 \u2029", 'quote " and \\', "日本語", "line\nbreak", "🎉"];

describe.for(["query", "path"] as const)("listing pages that link by %s", (links) => {
	test.for([0, 1, 10, 11, 35])("are the same for %i clips", async (count) => {
		const names = Array.from({ length: count }, (_, i) => `${ODD[i % ODD.length]} ${i}`);
		const { folder, published } = await publishRecords(named(names), { parent, links });
		const read = (path: string): string => textOf(folder, `v1/instants/${path}`);
		const page = openListing(read("all.ndjson"), read("page/1.json"), published.pointer);
		for (let n = 1; n <= published.listingPages; n++) {
			expect(page(n), `page ${n}`).toBe(read(`page/${n}.json`));
		}
		expect(page(published.listingPages + 1)).toBeUndefined();
	});
});

test("a catalogue file with the wrong number of clips is refused", () => {
	expect(() => openListing("{}\n{}\n", '{"next":null}', { base_url: "", count: 3 })).toThrow(
		"all.ndjson has 2 clips, not 3",
	);
});

test.each([
	["/v1/instants/page/1.json", 1],
	["/v1/instants/page/12345.json", 12345],
	["/v1/instants/page/0.json", undefined],
	["/v1/instants/page/01.json", undefined],
	["/v1/instants/page/1.json.gz", undefined],
	["/v1/instants/name/w-boom/1.json", undefined],
])("%s is listing page %s", (path, page) => {
	expect(listingPageIn(path)).toBe(page);
});
