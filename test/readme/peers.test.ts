/** The figures in the README are those that were measured last. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { withPeerSummary } from "../../scripts/site/docs/peers.ts";

test("the README has three lines of the table of peers", () => {
	const readme = readFileSync(resolve("README.md"), "utf8");
	expect(withPeerSummary(readme)).toBe(readme);
	expect(readme).toMatch(/<!-- peers -->\n(- .+\n){3}<!-- \/peers -->/);
});
