/** The link to a clip leads to its page, or to the front page where clips have none. */
import { expect, test } from "vitest";

import { clipUrl, parseView } from "../../../../scripts/site/board/state/view.ts";

const ROOT = "https://h.test/repo/";

test.each([
	[true, "https://h.test/repo/clips/drum_roll/"],
	[false, "https://h.test/repo/#drum_roll"],
])("where it is %s that clips have pages, the link is %s", (hasPage, link) => {
	expect(clipUrl(ROOT, "drum_roll", hasPage)).toBe(link);
	expect(parseView(ROOT, new URL(link))).toMatchObject({ clip: "drum_roll", isClipPage: hasPage });
});

test("links shared before there were pages still name their clip", () => {
	const link = new URL("https://h.test/repo/?name=Drum+%26+Roll#drum_roll");
	expect(parseView(ROOT, link)).toMatchObject({ name: "Drum & Roll", clip: "drum_roll" });
});
