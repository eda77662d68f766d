/** Clips that are too much for a service are counted, and so are those of which nobody knows. */
import { expect, test } from "vitest";
import { fitText } from "../../scripts/catalogue/service-limits.ts";

const AT_LIMIT = { duration: 5.2, bytes: 524_288 };

test("what is exactly at the limits fits", () => {
	expect(fitText("discord", [AT_LIMIT, { duration: 1 }])).toBe(
		"For the soundboard of Discord, of 2 clips: 0 longer than 5.2 s, 0 larger than 512 KiB.",
	);
});

test("each way not to fit is counted by itself", () => {
	const sounds = [
		AT_LIMIT,
		{ duration: 5.201, bytes: 1 },
		{ duration: 60, bytes: 524_289 },
		{ bytes: 1_000_000 },
	];
	expect(fitText("discord", sounds)).toMatch(
		/ of 4 clips: 2 longer than 5\.2 s, 2 larger than 512 KiB, 1 of unknown length \(to know it: .*measure\)\.$/,
	);
});
