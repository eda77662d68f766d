/** So that somebody at a terminal always sees what a run is at. */
import { afterEach, expect, test, vi } from "vitest";
import { humanTeller } from "../../scripts/mirror/tellers.ts";

afterEach(() => vi.restoreAllMocks());

/** What a bar is told to show. */
function bar() {
	const shown: unknown[] = [];
	return {
		shown,
		show: (...args: unknown[]) => void shown.push(args),
		stop: () => void shown.push("stop"),
	};
}

test("pages of a crawl are shown", () => {
	const progress = bar();
	humanTeller(progress).tell({ event: "page", page: 3, instants: 30, count: 70 });
	expect(progress.shown).toEqual([["reading", 30, 70, { detail: "page 3, 30/70 instants" }]]);
});

test("files are shown with their sizes", () => {
	const progress = bar();
	humanTeller(progress).tell({
		event: "progress",
		progress: { phase: "media", files: 1, allFiles: 2, bytes: 1000, allBytes: 2000 },
	});
	expect(progress.shown).toEqual([
		[
			"media",
			1000,
			2000,
			{ detail: expect.stringMatching(/^1\/2 files, 1\.0 KB\/2\.0 KB, .*\/s$/) },
		],
	]);
});

test("a note stands beside the bar, not in it", () => {
	const progress = bar();
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	humanTeller(progress).tell({ event: "note", message: "the source asks" });
	expect(progress.shown).toEqual(["stop"]);
	expect(error).toHaveBeenCalledExactlyOnceWith("instants: the source asks");
});
