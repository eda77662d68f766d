/** So that GitHub Pages gets just the files it wants, and its owners links that work there. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FILES, GITHUB_PAGES } from "../../../scripts/hosts/github-pages/host.ts";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
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

const [PATH, QUERY] = ["v1/instants/page/2.json", "api/v1/instants/?page=2"];
test.each([
	["https://user.github.io/repo", [GITHUB_PAGES], PATH, undefined],
	["https://sounds.example.org", [GITHUB_PAGES, SERVER], PATH, "sounds.example.org\n"],
	["https://h.test", [FILES], PATH, undefined],
	["https://h.test", [SERVER], QUERY, undefined],
])("a build at %s has the links and the domain of its hosts", async (base, hosts, next, domain) => {
	const names = Array.from({ length: 11 }, (_, i) => `Boom ${i}`);
	const { folder } = await publishRecords(named(names), { base, hosts });
	const page = JSON.parse(textOf(folder, "v1/instants/page/1.json"));
	expect(page.next).toBe(`${base}/${next}`);
	expect(existsSync(join(folder, "CNAME")) ? textOf(folder, "CNAME") : undefined).toBe(domain);
});
