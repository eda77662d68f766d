/** So that GitHub Pages gets just the files it wants, and its owners links that work there. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GITHUB_PAGES } from "../../../scripts/hosts/github-pages/host.ts";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { linkStyle } from "../../../scripts/publish/host-requirements.ts";
import { clip, writeFiles } from "../../fixtures/data-folder.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { run } from "../../fixtures/script-run.ts";
import { expectWhole, filesIn, textOf } from "../../fixtures/tree-files.ts";

const parent = temporaryFolder();

test("a build has the files that GitHub Pages wants, and not in its manifest", async () => {
	const how = { hosts: [GITHUB_PAGES], cname: "sounds.example.org" };
	const { folder } = await publishRecords(named(["Boom"]), how);
	await expectWhole(folder, [".nojekyll", "CNAME"]);
	expect(textOf(folder, "CNAME")).toBe("sounds.example.org\n");
});

test("the commands that deploy push the whole tree, and leave nothing in it", async () => {
	const { folder } = await publishRecords(named(["Boom"]), { hosts: [GITHUB_PAGES] });
	await expectWhole(folder, [".nojekyll"]);
	const before = filesIn(folder);
	const remote = join(parent, "remote.git");
	execFileSync("git", ["init", "--quiet", "--bare", remote]);
	const said = GITHUB_PAGES.deploy(folder, "");
	const commands = said.replace("https://github.com/OWNER/REPOSITORY.git", remote);
	const someone = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@h.test" };
	const env = { ...someone, GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@h.test" };
	execFileSync("sh", ["-ec", commands], { env: { PATH: process.env.PATH, ...env }, stdio: "pipe" });
	expect(filesIn(folder)).toEqual(before);
	const list = ["--git-dir", remote, "ls-tree", "-r", "--name-only", "gh-pages"];
	const pushed = execFileSync("git", list, { encoding: "utf8" }).trimEnd().split("\n");
	expect(pushed.sort()).toEqual(before.map(({ path }) => path));
});

describe("which links a build writes:", () => {
	test.for([
		["no host", [], undefined, "query"],
		["a host that answers by code", [SERVER], undefined, "query"],
		["GitHub Pages", [GITHUB_PAGES], undefined, "path"],
		["GitHub Pages and a host that answers by code", [SERVER, GITHUB_PAGES], undefined, "path"],
		["those that were asked for", [SERVER], "path", "path"],
	] as const)("%s", ([, hosts, asked, links]) => {
		expect(linkStyle(hosts, asked)).toBe(links);
	});
});

describe("npm run build", () => {
	const clips = Array.from({ length: 11 }, (_, i) => clip({ slug: `clip-${i}` }));
	const data = { "data/a.json": JSON.stringify(clips) };
	const build = (...args: string[]) =>
		run("build", ["--media", "remote", ...args], { cwd: parent });
	const next = (): unknown => JSON.parse(textOf(parent, "dist/v1/instants/page/1.json")).next;

	test("--host github-pages implies --links path, unless said otherwise", async () => {
		writeFiles(parent, data);
		const site = ["--base-url", "https://user.github.io/repo", "--host", "github-pages"];
		const ended = await build(...site);
		expect(ended).toMatchObject({ code: 0, stderr: "" });
		expect(ended.stdout).toContain("deploy     GitHub Pages: ");
		expect(next()).toBe("https://user.github.io/repo/v1/instants/page/2.json");
		const named = ["--host", "github-pages", "--cname", "Sounds.example.org"];
		expect(await build(...named)).toMatchObject({ code: 0 });
		expect(textOf(parent, "dist/CNAME")).toBe("sounds.example.org\n");
		expect(next()).toBe("https://sounds.example.org/v1/instants/page/2.json");
	});
});
