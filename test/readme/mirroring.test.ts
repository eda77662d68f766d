/** What the mirror protocol says is what the code does. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pointerSchema } from "../../scripts/tree/pointer-schema.ts";

const protocol = readFileSync("scripts/mirror/PROTOCOL.md", "utf8");

test("the protocol describes every field of the pointer, and no others", () => {
	const [section = ""] = /## The pointer\n[\s\S]*?\n## /.exec(protocol) ?? [];
	const fields = [...section.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, names = ""]) =>
		[...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
	);
	expect(fields).toEqual(expect.arrayContaining(Object.keys(pointerSchema.shape)));
	expect(fields).toHaveLength(Object.keys(pointerSchema.shape).length);
});
