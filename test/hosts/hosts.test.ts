/** Files, headers and documents say the same about every host. */
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { UNAVAILABLE } from "../../scripts/contract/answers.ts";
import { isHandled } from "../../scripts/edge/route.ts";
import { headersOf, STATIC_HEADERS } from "../../scripts/hosts/headers.ts";
import { HANDLED_PATHS, LOCKED_BUILD } from "../../scripts/hosts/host.ts";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { netlifyToml } from "../../scripts/hosts/netlify/host.ts";
import { UNAVAILABLE_PATH } from "../../scripts/tree/paths.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { workflowFaults } from "../fixtures/workflow-faults.ts";

const matches = (rule: string, path: string): boolean =>
	rule.endsWith("*") ? path.startsWith(rule.slice(0, -1)) : path === rule;

/** Files that are named by their hashes. */
const STORE = /^\/(?:v1\/instants\/[a-z]+|manifest)\/[0-9a-f]{64}\.(?:nd)?json$/;

test("no file matches two rules, and all data matches one; only store files may be cached", async () => {
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

test("hosts send the handler exactly the paths that it handles", () => {
	const isAsked = (path: string): boolean => HANDLED_PATHS.some((rule) => matches(rule, path));
	const files = ["/", "/apis", "/docs/", "/latest.json", "/v1/instants/page/1.json"];
	for (const path of ["/api", "/api/", "/api/v1/instants/", "/clips/", "/clips/a/", ...files]) {
		expect(isAsked(path), path).toBe(isHandled(path));
	}
});

const DEPLOYING = HOSTS.flatMap(({ name, repository }) => {
	const added = repository?.();
	return added === undefined ? [] : [{ name, ...added }];
});

test("every host that can deploy a repository has files for it", () => {
	const names = ["netlify", "cloudflare", "vercel", "github-pages"];
	expect(DEPLOYING.map(({ name }) => name)).toEqual(names);
});

describe.for(DEPLOYING)("$name", ({ name, files, setUp }) => {
	test("builds for this host, with the tool that the lock file names", () => {
		const texts = files.map(({ text }) => text).join("\n");
		expect(texts).toContain(`${LOCKED_BUILD} --host ${name}`);
		// Netlify installs the packages in package-lock.json automatically.
		expect(texts.includes("npm ci")).toBe(name !== "netlify");
		expect(setUp).toMatch(/^Push this folder to .*\.$/);
	});

	test("has valid workflows", async () => {
		for (const { path, text } of files.filter(({ path }) => path.endsWith(".yml"))) {
			expect(await workflowFaults(text, path)).toEqual([]);
		}
	});
});

test("on Vercel, the repository's middleware exports the built one, with the same matcher", () => {
	const [host] = HOSTS.filter(({ name }) => name === "vercel");
	const middlewareOf = (files: readonly { path: string; text: string }[] = []): string =>
		files.find(({ path }) => path === "middleware.js")?.text ?? "";
	const built = middlewareOf(host?.files({ baseUrl: "http://h.test", tree: "dist" }).tree);
	const repository = middlewareOf(host?.repository?.().files);
	const [matcher = "no matcher"] = /export const config = .*\n$/.exec(built) ?? [];
	expect(repository).toBe(`export { default } from "./dist/middleware.js";\n${matcher}`);
	expect(JSON.parse(host?.repository?.().files[0]?.text ?? "")).toMatchObject({
		outputDirectory: "dist",
		headers: expect.arrayContaining([expect.objectContaining({ source: "/latest.json" })]),
	});
});

test("the file of Netlify’s 503 has the body that the handler would answer with", async () => {
	const { folder } = await publishRecords([]);
	expect(textOf(folder, UNAVAILABLE_PATH)).toBe(UNAVAILABLE.body);
});

test("netlify.toml is the text that the code writes, and redirects to the 503 if the function fails", async () => {
	const comment =
		"Generated from scripts/hosts/netlify/config.toml: edit that file, then run `npm run tests -- --update`.";
	const text = netlifyToml("npm run build -- --host netlify", comment);
	await expect(text).toMatchFileSnapshot(resolve("netlify.toml"));
	expect(text).toContain(`to = "${UNAVAILABLE_PATH}"`);
});
