/** Progress is shown on terminals that can show it, on one line. */
import { expect, test } from "vitest";
import { progressBar } from "../../scripts/console/progress.ts";

/** The texts that a terminal receives. */
function shownOn(terminal: { isTTY?: boolean; TERM?: string; columns?: number }): string[] {
	const { isTTY = true, TERM = "xterm", columns = 80 } = terminal;
	const written: string[] = [];
	const stderr = { isTTY, columns, write: (text: string) => written.push(text) };
	const bar = progressBar({ stderr, env: { TERM } } as unknown as typeof process);
	bar.show("reading", 0, 0);
	bar.show("reading", 1, 4);
	bar.show("writing", 1, 4, "1 file");
	bar.stop();
	bar.stop();
	return written;
}

test("a stage has one line, which goes when all is done", () => {
	const [bar, done] = ["█".repeat(10) + "░".repeat(30), "█".repeat(40)];
	expect(shownOn({})).toEqual([
		`\r\x1b[Kreading ${done} 100%, 0 of 0, 0 s left`,
		expect.stringMatching(`^\r\x1b\\[Kwriting ${bar} 25%, 1 file, \\d+ s left$`),
		"\r\x1b[K",
	]);
});

test("no line is as wide as the terminal, which would wrap it", () => {
	for (const text of shownOn({ columns: 20 })) {
		expect(text.slice("\r\x1b[K".length).length).toBeLessThan(20);
	}
});

test.each([
	["what is no terminal", { isTTY: false }],
	["a terminal that shows escape sequences as they are", { TERM: "dumb" }],
])("nothing is written to %s", (_, terminal) => {
	expect(shownOn(terminal)).toEqual([]);
});
