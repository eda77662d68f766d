/** So that GitHub Pages gets just the files it wants, and its owners links that work there. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
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

test("the files of the tree", () => {
	const facts = { baseUrl: "https://h.test", tree: "" };
	const noJekyll = { path: ".nojekyll", text: "" };
	expect(GITHUB_PAGES.files(facts)).toEqual({ tree: [noJekyll], beside: [] });
	const cname = { path: "CNAME", text: "sounds.example.org\n" };
	expect(GITHUB_PAGES.files({ ...facts, cname: "sounds.example.org" }).tree).toEqual([
		noJekyll,
		cname,
	]);
});

test("what its owner is told", () => {
	expect(GITHUB_PAGES.deploy("dist", "dist-hosts/github-pages")).toMatchInlineSnapshot(`
		"# the tree as a branch of its own; paste from ( to ):
		(
		set -e
		export GIT_DIR="$(mktemp -d)" GIT_WORK_TREE=dist
		git init --quiet --initial-branch gh-pages
		git -c core.autocrlf=false add --all --force .
		git commit --quiet --message 'Publish'
		git push --force https://github.com/OWNER/REPOSITORY.git gh-pages
		)
		# and once, on GitHub: Settings > Pages > Deploy from a branch: gh-pages, / (root)"
	`);
});

test("they are in the tree, and not in its manifest", async () => {
	const how = { parent, hosts: [GITHUB_PAGES], cname: "sounds.example.org" };
	const { folder } = await publishRecords(named(["Boom"]), how);
	await expectWhole(folder, [".nojekyll", "CNAME"]);
	expect(textOf(folder, "CNAME")).toBe("sounds.example.org\n");
});

test("the commands that deploy push the whole tree, and leave nothing in it", async () => {
	const { folder } = await publishRecords(named(["Boom"]), { parent, hosts: [GITHUB_PAGES] });
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

test("a listing that does not fit is refused, with the number of files that do", async () => {
	const names = named(Array.from({ length: 2000 }, (_, i) => `Boom ${i}`));
	const how = { parent, hosts: [GITHUB_PAGES], folder: join(parent, "listed") };
	const refused = (maxFiles: number): Promise<string> =>
		publishRecords(names, { ...how, maxFiles }).then(
			() => "published",
			(error: Error) => error.message,
		);
	expect(await refused(100)).toMatch(
		/^--max-files 100: --host github-pages runs no code and needs every page of the listing as a file, which takes at least 2\d\d files; raise --max-files, publish fewer clips, or choose a host that runs code$/,
	);
	const [, needed] = /takes at least (\d+) files/.exec(await refused(250)) ?? [];
	expect(await refused(Number(needed) - 1)).toContain(`which takes at least ${needed} files`);
	expect(existsSync(how.folder)).toBe(false);
	expect(await refused(Number(needed))).toBe("published");
	const pages = filesIn(how.folder).filter(({ path }) => path.includes("/page/"));
	expect(pages).toHaveLength(200);
	expect(filesIn(how.folder).length).toBeLessThanOrEqual(Number(needed));
	await expect(publishRecords(names, { ...how, pages: "none" })).rejects.toThrow(
		"--pages none: --host github-pages runs no code",
	);
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

	test("not those that lead nowhere on the host", () => {
		expect(() => linkStyle([SERVER, GITHUB_PAGES], "query")).toThrow(
			"--links query: would break the links on --host github-pages, which needs --links path; leave --links out",
		);
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

	test("--help says so", async () => {
		const { stdout } = await build("--help");
		expect(stdout.replace(/\s+/g, " ")).toContain(
			"(default: path with --host github-pages, else query)",
		);
	});

	test.for([
		["error: --cname works only with --host github-pages", "--cname", "sounds.example.org"],
		["It must be a domain such as sounds.example.org.", "--cname", "https://sounds.example.org"],
		["It must be a domain such as sounds.example.org.", "--cname", "a.b\nc.d"],
		["It must be a domain such as sounds.example.org.", "--cname", "a.b-"],
		[
			"--cname a.example: the links lead to b.example; leave --base-url out, or use the same domain in both",
			...["--host", "github-pages", "--cname", "a.example", "--base-url", "https://b.example"],
		],
		[
			"--links query: would break the links on --host github-pages",
			"--host",
			"github-pages",
			"--links",
			"query",
		],
		["answers at the root", "--host", "nginx", "--base-url", "https://b.example/c"],
		["Allowed choices are query, path.", "--links", "file"],
	] as const)("wrong usage: %s", async ([said, ...args]) => {
		const { code, stderr } = await build(...args);
		expect(code).toBe(2);
		expect(stderr).toContain(said);
	});
});
