/** What the mirror protocol says is what the code does. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { isHostFile } from "../../scripts/mirror/host-files.ts";

test("the protocol names the files that a host may withhold, and no others", () => {
	const protocol = readFileSync("scripts/mirror/PROTOCOL.md", "utf8");
	const [, list = ""] = /At the root of the tree these are (.*)\.$/m.exec(protocol) ?? [];
	const named = [...list.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
	const facts = { baseUrl: "", cname: "", listingPages: 1, words: [] };
	const written = HOSTS.flatMap((host) => host.treeFiles(facts)).map(({ path }) => path);
	expect(named.toSorted()).toEqual([...new Set(written.filter(isHostFile))].toSorted());
});
