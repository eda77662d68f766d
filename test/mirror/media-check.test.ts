import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refuseUnfit } from "../../scripts/mirror/media-check.ts";
import { temporaryFolder } from "../fixtures/published.ts";

const file = join(temporaryFolder(), "part");
const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABc3UBGAAAAABJRU5ErkJggg==",
	"base64",
);

test.for<readonly [string, string | Buffer, boolean]>([
	["a.svg", "<svg/>", true],
	["a.svg", '<svg xmlns="http://www.w3.org/2000/svg">', true],
	["a.svg", '\ufeff<?xml version="1.0"?><svg:svg>', true],
	["A.SVG", "<!-- drawn -->\n<svg >", true],
	["a.svg", '<!DOCTYPE svg PUBLIC "x">', true],
	["a.svg", "<!-- a --><!doctype html><html>", false],
	["a.svg", "<html>", false],
	["a.svg", "", false],
	["a.svg", PNG, false],
	["a.png", PNG, true],
	["a.jpg", PNG, true],
	["a.png", "<!doctype html>", false],
	["a.png", '<?xml version="1.0"?>', false],
])("media/instants_images/%s of %s: %s", async ([name, content, isFit]) => {
	writeFileSync(file, content);
	const checked = refuseUnfit(`media/instants_images/${name}`, file);
	if (isFit) await checked;
	else await expect(checked).rejects.toThrow("is no picture (it looks like");
});
