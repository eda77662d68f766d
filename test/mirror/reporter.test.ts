import { afterEach, expect, test, vi } from "vitest";
import { humanReporter } from "../../scripts/mirror/reporter.ts";

afterEach(() => vi.restoreAllMocks());

/** A progress bar that records what it is told to show. */
function bar() {
	const shown: unknown[] = [];
	return {
		shown,
		show: (...args: unknown[]) => void shown.push(args),
		stop: () => void shown.push("stop"),
	};
}

test("the bar shows the pages of a crawl", () => {
	const progress = bar();
	humanReporter(progress).report({ event: "page", page: 3, instants: 30, count: 70 });
	expect(progress.shown).toEqual([["reading", 30, 70, { detail: "page 3, 30/70 instants" }]]);
});

test("the bar shows files and their sizes", () => {
	const progress = bar();
	humanReporter(progress).report({
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

test("a note stops the bar and is printed on its own line", () => {
	const progress = bar();
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	humanReporter(progress).report({ event: "note", message: "the source asked" });
	expect(progress.shown).toEqual(["stop"]);
	expect(error).toHaveBeenCalledExactlyOnceWith("instants: the source asked");
});
