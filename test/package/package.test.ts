/** The package, packed and installed as its users do, works as the repository does. */
import { execSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { publishData, temporaryFolder } from "../fixtures/published.ts";
import { type Ended, run } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const parent = temporaryFolder();
/** A user's folder: a repository that `init` made, as a host checks it out. */
const cwd = join(parent, "pushed");
const installed = join(cwd, "node_modules/instants/lib/instants.js");
/** Packages may have to be downloaded. */
const SLOW = 240_000;
const baseUrl = "https://clips.example";
let tarball = "";

function shell(command: string, folder: string): void {
	const npm = { npm_config_audit: "false", npm_config_prefer_offline: "true" };
	const env = { ...process.env, ...npm, BASE_URL: baseUrl };
	execSync(command, { cwd: folder, env, stdio: "pipe" });
}

/** The commands in the deploy workflow. */
let steps: string[] = [];

beforeAll(async () => {
	// `lib/` was built before the tests.
	shell(`npm pack --ignore-scripts --pack-destination ${parent}`, ".");
	tarball = readdirSync(parent).find((name) => name.endsWith(".tgz")) ?? "no tarball";
	await run("init", [cwd, "--host", "github-pages"], { cwd: parent });
	copyFileSync(join(parent, tarball), join(cwd, tarball));
	shell(`npm install --package-lock-only ./${tarball}`, cwd);
	const workflow = readFileSync(join(cwd, ".github/workflows/deploy.yml"), "utf8");
	steps = [...workflow.matchAll(/- run: (.*)/g)].map(([, command = ""]) => command);
	for (const step of steps) shell(step, cwd);
}, SLOW);

/** Runs the installed command, which must succeed. */
async function instants(name: string, ...args: readonly string[]): Promise<Ended> {
	const ended = await run(name, args, { cwd, installed });
	expect(ended).toMatchObject({ code: 0, stderr: "" });
	return ended;
}

test("every command of the package starts", async () => {
	const { stdout } = await run("--help", [], { cwd, installed });
	const names = [...stdout.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name = ""]) => name);
	expect(names).toContain("verify");
	for (const name of names) await instants(name, "--help");
});

test("the package builds the same bytes as the repository, for every host", async () => {
	const data = resolve("data");
	const alone = HOSTS.filter(({ runsCode }) => !runsCode);
	const others = HOSTS.filter(({ runsCode }) => runsCode);
	for (const [i, hosts] of [others, alone].entries()) {
		const [ours, theirs] = [`ours-${i}`, `theirs-${i}`];
		const names = hosts.map(({ name }) => name).join();
		const site = ["--data", data, "--base-url", baseUrl];
		await instants("build", ...site, "--host", names, "--out", `${theirs}/dist`);
		mkdirSync(join(cwd, ours));
		await publishData(data, join(cwd, ours, "dist"), { base: baseUrl, hosts });
		const files = filesIn(join(cwd, theirs));
		expect(files.length).toBeGreaterThan(500);
		expect(files).toEqual(filesIn(join(cwd, ours)));
	}
});

test("a workflow that init writes installs what the lock file names, in a clean checkout, and builds", async () => {
	expect(existsSync(join(cwd, "dist/.nojekyll"))).toBe(true);
	expect(readFileSync(join(cwd, "README.md"), "utf8")).toContain(`\`npm install ./${tarball}\``);
	expect((await instants("check")).stdout).toMatch(/1 clip, no/);
	await instants("init", "../again", "--host", "github-pages");
	const written = filesIn(join(parent, "again"));
	expect(filesIn(cwd)).toEqual(expect.arrayContaining(written));
	// Without a lock file, the same steps install nothing.
	rmSync(join(cwd, "package-lock.json"));
	expect(() => shell(steps[0] ?? "", cwd)).toThrow(/npm ci/);
});

test("the package's messages name commands as its users call them", async () => {
	const direct = await run("build", ["--help"], { cwd, installed });
	expect(direct.stdout).toMatch(/^Usage: instants build \[options\]\n/);
	expect(direct.stdout.replace(/\s+/g, " ")).toContain("with a key from instants keygen");
	const throughNpm = { cwd, installed, env: { npm_command: "exec" } };
	const { stdout } = await run("build", ["--help"], throughNpm);
	expect(stdout).toMatch(/^Usage: npx instants build \[options\]\n/);
});
