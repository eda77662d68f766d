/** Headers of published files, the one list of them, on the files of a real tree. */
import { expect, test } from "vitest";
import { headersOf, STATIC_HEADERS } from "../../scripts/hosts/headers.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { publishRecords } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const matches = (rule: string, path: string): boolean =>
	rule.endsWith("*") ? path.startsWith(rule.slice(0, -1)) : path === rule;

const STORE =
	/^\/(?:v1\/instants\/(?:packs|search|slugs|tags|templates)|manifest)\/[0-9a-f]{64}\.(?:nd)?json$/;

test("no file falls under two rules, and all data under one; only the store's may be kept", async () => {
	const { folder } = await publishRecords(CONTRACT_CATALOGUE);
	const paths = filesIn(folder).map(({ path }) => `/${path}`);
	expect(paths.filter((path) => STORE.test(path)).length).toBeGreaterThan(7);
	for (const path of paths) {
		const rules = STATIC_HEADERS.filter((rule) => matches(rule.path, path));
		const isData = /^\/(?:v1|manifest|latest|openapi)\b/.test(path);
		expect(rules.length, path).toBeGreaterThanOrEqual(isData ? 1 : 0);
		expect(rules.length, path).toBeLessThanOrEqual(1);
		expect(headersOf(path)).toEqual(rules[0]?.headers ?? {});
		if (!isData) continue;
		expect(headersOf(path)["Access-Control-Allow-Origin"], path).toBe("*");
		expect(/immutable/.test(headersOf(path)["Cache-Control"] ?? ""), path).toBe(STORE.test(path));
	}
});
