/** So that whoever runs the tests learns which were skipped, and what to do about it. */
import { expect, test } from "vitest";
import { missingText } from "./missing.ts";

test("the engines that are not there are named, with the command that installs them", () => {
	expect(missingText(["Deno", "nginx"])).toBe(
		"Skipped the tests on Deno, nginx: not installed here. To install: npm run hosts:install",
	);
	expect(missingText([])).toBeUndefined();
});
