/** Netlify's answers when the function is down: netlify.toml, as Netlify's own parsers and engine read it. */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseAllHeaders } from "@netlify/headers-parser";
import { parseAllRedirects } from "@netlify/redirect-parser";
// @ts-expect-error The package has no types; `Engine` below is what this test uses of it.
import redirector from "netlify-redirector";
import { beforeAll, describe, expect, test } from "vitest";
import { COMMON_HEADERS, UNAVAILABLE_BODY } from "../../../scripts/contract/answers.ts";
import { headersOf } from "../../../scripts/hosts/headers.ts";
import { NETLIFY, netlifyToml } from "../../../scripts/hosts/netlify/host.ts";
import { UNAVAILABLE_PATH } from "../../../scripts/tree/paths.ts";
import { API_CASES } from "../../contract/cases.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { filesIn, textOf } from "../../fixtures/tree-files.ts";

type Matcher = { match(request: object): { to: string; status: number } | null };
type Engine = { parseJSON(rules: string, secrets: object): Promise<Matcher> };

const CONFIG = resolve("netlify.toml");
const SOURCE = { netlifyConfigPath: CONFIG, minimal: false };

let matcher: Matcher;
beforeAll(async () => {
	const parsed = { ...SOURCE, redirectsFiles: [], configRedirects: [] };
	const { redirects, errors } = await parseAllRedirects(parsed);
	expect(errors).toEqual([]);
	const rules = (redirects as { from: string; query?: object }[]).map(
		({ from, query, ...rule }) => ({ ...rule, origin: from, params: query }),
	);
	const secrets = { jwtSecret: "", jwtRoleClaim: "" };
	matcher = await (redirector as Engine).parseJSON(JSON.stringify(rules), secrets);
});

/** The rule for a request. The engine takes a decoded path and a raw query. */
function ruleFor(target: string) {
	const { host, pathname, search } = new URL(target, "https://site.test");
	const path = pathname.replace(/(?:%[0-9A-F]{2})+/gi, (bytes) =>
		Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
	);
	const cookies = { cookieValues: {}, getCookie: () => "" };
	const headers = { headers: {}, getHeader: () => "" };
	return matcher.match({
		scheme: "https",
		host,
		path,
		query: search.slice(1),
		...headers,
		...cookies,
	});
}

/** The headers that netlify.toml and the published folder give a path, none twice. */
async function headersFor(path: string): Promise<Record<string, string>> {
	const headersFiles = [join(temporaryFolder(), "_headers")];
	const [{ text = "" } = {}] = NETLIFY.files({ baseUrl: "", tree: "" }).tree;
	for (const file of headersFiles) writeFileSync(file, text);
	const { headers, errors } = await parseAllHeaders({
		...SOURCE,
		headersFiles,
		configHeaders: [],
	});
	expect(errors).toEqual([]);
	const values = headers
		.filter((rule) => "forRegExp" in rule && rule.forRegExp.test(path))
		.flatMap((rule) => Object.entries(rule.values));
	const names = values.map(([name]) => name);
	expect(names).toEqual([...new Set(names)]);
	return Object.fromEntries(values);
}

const BELOW_API = API_CASES.map(({ target }) => target).filter((target) =>
	new URL(target, "https://site.test").pathname.startsWith("/api"),
);

test.each([...BELOW_API, "/api/v1/instants?n%61me=wow", "/api/x%2Fy"])(
	"without the function, %s is answered with 503",
	(target) => {
		expect(ruleFor(target)).toMatchObject({ to: UNAVAILABLE_PATH, status: 503 });
	},
);

test.each([UNAVAILABLE_PATH, "/api/v1/instants/"])("%s has the headers of a 503", async (path) => {
	// Netlify takes the type from the file, and sets no Allow: https://docs.netlify.com/routing/headers/#limitations
	const { Allow: _, "Content-Type": _type, ...common } = COMMON_HEADERS;
	expect(await headersFor(path)).toEqual({ ...common, "Cache-Control": "no-store" });
});

test("the published folder has a file with the headers of all others", async () => {
	const { "Content-Type": _, ...playlist } = headersOf("/v1/instants/all.m3u8");
	expect(await headersFor("/v1/instants/all.m3u8")).toMatchObject(playlist);
	expect(await headersFor("/docs/")).toEqual(headersOf("/docs/"));
});

describe("in a published tree", async () => {
	const { folder } = await publishRecords(named(["Boom"]));

	test("the file of the 503 has the body that the handler would answer with", () => {
		expect(textOf(folder, UNAVAILABLE_PATH)).toBe(UNAVAILABLE_BODY);
	});

	test("no file is hidden by a redirect, or hides it", () => {
		const paths = filesIn(folder).map(({ path }) => `/${path}`);
		expect(paths.filter((path) => ruleFor(path) !== null)).toEqual([]);
	});
});

test("netlify.toml is the text that the code writes", async () => {
	const comment =
		"Written from scripts/hosts/netlify/config.toml: change that, then run `npm run tests -- --update`.";
	const text = netlifyToml("npm run build -- --host netlify", comment);
	await expect(text).toMatchFileSnapshot(CONFIG);
});
