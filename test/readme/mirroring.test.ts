/** What the README says of mirroring is what the code does. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { isHostFile } from "../../scripts/tree/host-files.ts";

test("the protocol names the files that a host may withhold, and no others", () => {
	const [, list = ""] =
		/hosts keep them to themselves: (.*?), at the root/.exec(readFileSync("README.md", "utf8")) ??
		[];
	const named = [...list.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
	const facts = { baseUrl: "", cname: "", listingPages: 1, words: [] };
	const written = HOSTS.flatMap((host) => host.treeFiles(facts)).map(({ path }) => path);
	expect(named.toSorted()).toEqual([...new Set(written.filter(isHostFile))].toSorted());
});
