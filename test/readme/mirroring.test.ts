/** What the mirror protocol says is what the code does. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HOST_FILES } from "../../scripts/tree/paths.ts";

test("the protocol names the files that a host may withhold, and no others", () => {
	const protocol = readFileSync("scripts/mirror/PROTOCOL.md", "utf8");
	const [, list = ""] = /At the root of the tree these are (.*)\.$/m.exec(protocol) ?? [];
	const named = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
	expect(named.toSorted()).toEqual([...HOST_FILES].toSorted());
});
