/** Which files of the tree may be seen, on file systems that have several names for one. */
import { expect, test } from "vitest";
import { isPublic } from "../../../scripts/hosts/server/tree-file.ts";

test.each([
	["media/sounds/a.mp3", "media/sounds/a.mp3", true],
	["v1/inside/a.mp3", "media/sounds/a.mp3", true],
	// macOS finds composed letters under decomposed ones.
	["media/sounds/\u00e9.mp3", "media/sounds/e\u0301.mp3", true],
	["MEDIA/sounds/a.mp3", "media/sounds/a.mp3", false],
	["index.HTML", "index.html", false],
	["GIT~1/config", ".git/config", false],
	["v1/hidden", "v1/.hidden", false],
])("as %s, the file %s may be seen: %s", (key, stored, may) => {
	expect(isPublic(key, stored)).toBe(may);
});
