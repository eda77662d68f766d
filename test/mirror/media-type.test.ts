import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkMediaType } from "../../scripts/mirror/media-type.ts";
import { PNG } from "../fixtures/png.ts";
import { temporaryFolder } from "../fixtures/published.ts";

const file = join(temporaryFolder(), "part");

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
])(
	"media/instants_images/%s with the content %s is accepted: %s",
	async ([name, content, isAccepted]) => {
		writeFileSync(file, content);
		const checked = checkMediaType(`media/instants_images/${name}`, file);
		if (isAccepted) await checked;
		else await expect(checked).rejects.toThrow("is not a picture (it looks like");
	},
);
