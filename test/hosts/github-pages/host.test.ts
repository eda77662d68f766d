/** So that GitHub Pages gets just the files it wants, and its owners links that work there. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GITHUB_PAGES } from "../../../scripts/hosts/github-pages/host.ts";
import { clip, folderWith } from "../../fixtures/data-folder.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { run } from "../../fixtures/script-run.ts";
import { expectWhole, filesIn, textOf } from "../../fixtures/tree-files.ts";

const parent = temporaryFolder();

test("the commands that deploy push the whole tree, and leave nothing in it", async () => {
	const { folder } = await publishRecords(named(["Boom"]), { hosts: [GITHUB_PAGES] });
	await expectWhole(folder, [".nojekyll", "CNAME"]);
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

test("a build for GitHub Pages has links to files and its domain, as one for any host of files has", async () => {
	const clips = Array.from({ length: 11 }, (_, i) => clip({ slug: `clip-${i}` }));
	const cwd = folderWith({ "data/a.json": JSON.stringify(clips) });
	const build = async (...args: string[]): Promise<{ said: string; next: unknown }> => {
		const ended = await run("build", ["--media", "remote", ...args], { cwd });
		expect(ended).toMatchObject({ code: 0, stderr: "" });
		const { next } = JSON.parse(textOf(cwd, "dist/v1/instants/page/1.json"));
		return { said: ended.stdout, next };
	};
	const page = "v1/instants/page/2.json";
	const site = ["--base-url", "https://user.github.io/repo", "--host", "github-pages"];
	const { said, next } = await build(...site);
	expect(said).toContain("deploy     GitHub Pages: ");
	expect(existsSync(join(cwd, "dist/CNAME"))).toBe(false);
	expect(next).toBe(`https://user.github.io/repo/${page}`);
	const named = await build(
		"--host",
		"github-pages,server",
		"--base-url",
		"https://Sounds.example.org",
	);
	expect(named.next).toBe(`https://sounds.example.org/${page}`);
	expect(textOf(cwd, "dist/CNAME")).toBe("sounds.example.org\n");
	const at = (host: string) => build("--base-url", "https://h.test", "--host", host);
	expect((await at("files")).next).toBe(`https://h.test/${page}`);
	expect((await at("server")).next).toBe("https://h.test/api/v1/instants/?page=2");
});
