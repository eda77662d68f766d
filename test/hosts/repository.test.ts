/** With what `init --host` puts into a new folder, the host builds and deploys every push. */
import { describe, expect, test } from "vitest";
import { LOCKED_BUILD } from "../../scripts/hosts/host.ts";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { workflowFaults } from "../fixtures/workflow-faults.ts";

const DEPLOYING = HOSTS.flatMap(({ name, repository }) => {
	const added = repository?.();
	return added === undefined ? [] : [{ name, ...added }];
});

test("every host that is known to do so has files for it", () => {
	const names = ["netlify", "cloudflare", "vercel", "github-pages"];
	expect(DEPLOYING.map(({ name }) => name)).toEqual(names);
});

describe.for(DEPLOYING)("$name", ({ name, files, setUp }) => {
	test("builds for this host, with the tool that the lock file names", () => {
		const texts = files.map(({ text }) => text).join("\n");
		expect(texts).toContain(`${LOCKED_BUILD} --host ${name}`);
		// Netlify installs by itself what package-lock.json says.
		expect(texts.includes("npm ci")).toBe(name !== "netlify");
		expect(setUp).toMatch(/^Push this folder to .*\.$/);
	});

	test("has valid workflows", async () => {
		for (const { path, text } of files.filter(({ path }) => path.endsWith(".yml"))) {
			expect(await workflowFaults(text, path)).toEqual([]);
		}
	});
});

test("on Vercel, the repository's middleware passes on the one that is built, with its matcher", () => {
	const [host] = HOSTS.filter(({ name }) => name === "vercel");
	const textOf = (files: readonly { path: string; text: string }[] = []): string =>
		files.find(({ path }) => path === "middleware.js")?.text ?? "";
	const built = textOf(host?.files({ baseUrl: "http://h.test", tree: "dist" }).tree);
	const repository = textOf(host?.repository?.().files);
	const [matcher = "no matcher"] = /export const config = .*\n$/.exec(built) ?? [];
	expect(repository).toBe(`export { default } from "./dist/middleware.js";\n${matcher}`);
	expect(JSON.parse(host?.repository?.().files[0]?.text ?? "")).toMatchObject({
		outputDirectory: "dist",
		headers: expect.arrayContaining([expect.objectContaining({ source: "/latest.json" })]),
	});
});
