/** The package, packed and installed as its users do, is small and does what the repository does. */
import { execFileSync, execSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { publishData, temporaryFolder } from "../fixtures/published.ts";
import { type Ended, run, type Started, servedAt, start } from "../fixtures/script-run.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

const parent = temporaryFolder();
/** Where a user works. */
const cwd = join(parent, "sounds");
const PACKAGE = join(cwd, "node_modules/instants");
/** What packing reads besides. */
const SOURCES = ["package.json", "package-lock.json", "tsconfig.json", "README.md", "LICENSE"];
const INSTALLED = join(PACKAGE, "lib/instants.js");

function npm(folder: string, ...args: string[]): void {
	const { PATH = "" } = process.env;
	// A cache of its own, in which nothing is.
	const env = { PATH, HOME: parent, npm_config_cache: join(parent, "cache") };
	execFileSync("npm", args, {
		cwd: folder,
		env,
		stdio: "pipe",
		shell: process.platform === "win32",
	});
}

/** The packages that packing needs. They are copied, since esbuild writes down where they are. */
function packages(): string[] {
	const list = "node_modules/.package-lock.json";
	const { packages } = JSON.parse(readFileSync(list, "utf8")) as {
		packages: Record<string, { dev?: boolean }>;
	};
	const cleaning = ["clean-package", "dot-prop", "is-obj"].map((name) => `node_modules/${name}`);
	const needed = Object.keys(packages).filter((folder) => packages[folder]?.dev !== true);
	return [list, ...cleaning, ...needed];
}

beforeAll(() => {
	// Packing changes package.json for a moment, which other tests read.
	const repository = join(parent, "repository");
	const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
	const packed = files.filter((path) => !path.startsWith("!") && path !== "lib");
	for (const path of [...SOURCES, ...packed, ...packages()]) {
		cpSync(path, join(repository, path), { recursive: true });
	}
	npm(repository, "pack", "--pack-destination", parent);
	cpSync("data", join(cwd, "data"), { recursive: true });
	const tarball = readdirSync(parent).find((name) => name.endsWith(".tgz"));
	npm(cwd, "install", "--offline", join(parent, tarball ?? "no tarball"));
});

let preview: Started | undefined;
afterEach(async () => {
	preview?.process.kill("SIGKILL");
	await preview?.ended;
});

/** Runs the installed command, which must succeed. */
async function instants(name: string, ...args: readonly string[]): Promise<Ended> {
	const ended = await run(name, args, { cwd, installed: INSTALLED });
	expect(ended).toMatchObject({ code: 0, stderr: "" });
	return ended;
}

/** The files that a module imports when it is loaded, and those that they import. */
function loadedBy(file: string, found = new Set([file])): Set<string> {
	const text = readFileSync(file, "utf8");
	for (const [, path = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g)) {
		const imported = join(dirname(file), path);
		if (!found.has(imported)) loadedBy(imported, found.add(imported));
	}
	return found;
}

test("the package is one of at most 3 MB, and JavaScript alone", () => {
	expect(readdirSync(join(cwd, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
		"instants",
	]);
	const files = filesIn(PACKAGE);
	expect(files.filter(({ path }) => path.endsWith(".ts"))).toEqual([]);
	expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(3_000_000);
	const { scripts, dependencies } = JSON.parse(
		readFileSync(join(PACKAGE, "package.json"), "utf8"),
	) as Record<string, unknown>;
	expect({ scripts, dependencies }).toEqual({});
});

test("the documents of the package link to what is in it", () => {
	// Those of the site link to its files.
	const documents = filesIn(PACKAGE).filter(
		({ path }) => path.endsWith(".md") && !/^scripts\/site\/docs\/[^/]+$/.test(path),
	);
	const paths = documents.map(({ path }) => path);
	const pages = readdirSync("scripts/site/docs").filter((name) => name.endsWith(".md"));
	expect(paths).toEqual(
		expect.arrayContaining(["AGENTS.md", ...pages.map((p) => `lib/docs/${p}`)]),
	);
	const broken = documents.flatMap(({ path }) =>
		[...textOf(PACKAGE, path).matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|#)([^)#"]+)/g)]
			.map(([, link = ""]) => join(dirname(path), link))
			.filter((file) => !file.includes("{{") && !existsSync(join(PACKAGE, file))),
	);
	expect(broken).toEqual([]);
});

test("the licences of all packages in the package come with them", () => {
	const lib = join(PACKAGE, "lib");
	const texts = filesIn(lib).map(({ path }) => textOf(lib, path));
	const named = [...texts.join("").matchAll(/^\/\*!\n(\S+) \d/gm)].map(([, name]) => name);
	const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
		dependencies: object;
	};
	// Those do their work when the package is made.
	const makers = ["esbuild", "tsx"];
	const needed = Object.keys(dependencies).filter((name) => !makers.includes(name));
	expect(needed.filter((name) => !named.includes(name))).toEqual([]);
});

test("the package starts by loading at most 100 KB, and each command loads the rest of its own", () => {
	const loaded = [...loadedBy(INSTALLED)].map((file) => readFileSync(file).length);
	expect(loaded.length).toBeGreaterThan(1);
	expect(loaded.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(100_000);
});

test("the package builds the same bytes as the repository, for every host", async () => {
	const baseUrl = "https://clips.example";
	const alone = HOSTS.filter(({ links }) => links === "path");
	const others = HOSTS.filter(({ links }) => links !== "path");
	for (const [i, hosts] of [others, alone].entries()) {
		const [ours, theirs] = [`ours-${i}`, `theirs-${i}`];
		const names = hosts.map(({ name }) => name).join();
		await instants("build", "--host", names, "--out", `${theirs}/dist`, "--base-url", baseUrl);
		const links = i === 0 ? "query" : "path";
		mkdirSync(join(cwd, ours));
		await publishData("data", join(cwd, ours, "dist"), { base: baseUrl, hosts, links });
		const files = filesIn(join(cwd, theirs));
		expect(files.length).toBeGreaterThan(500);
		expect(files).toEqual(filesIn(join(cwd, ours)));
	}
});

test("the package goes the whole way, from a folder of sounds to a mirror that is verified", async () => {
	await instants("init", "own", "--host", "github-pages");
	const own = ["--data", "own/data"];
	const imported = await instants("import", "data/media/sounds", ...own);
	// The clip that is there already is in the sample too.
	expect(imported.stdout).toMatch(
		/^Added 162 clips to .*\nAlready there: 1\n {4}data\/media\/sounds\/bonk.mp3 is the sound of bonk\n$/s,
	);
	expect((await instants("check", ...own)).stdout).toBe("own/data: 163 instants, no problems.\n");
	const { stdout } = await instants("keygen", "own.key");
	expect(stdout).toContain(" instants build --sign own.key --serial 1 ");
	const release = ["--sign", "own.key", "--published", "2026-11-22"];
	await instants("build", ...own, ...release, "--serial", "1");
	preview = start("preview", ["--port", "0"], { cwd, installed: INSTALLED });
	const origin = await servedAt(preview, "dist");
	const slugs = async (): Promise<unknown> => {
		const answer = await fetch(`${origin}/api/v1/instants/?name=drum+roll`);
		return ((await answer.json()) as { results: { slug: string }[] }).results.map(
			({ slug }) => slug,
		);
	};
	expect(await slugs()).toEqual(["drum-roll"]);
	await instants("remove", "drum-roll", ...own);
	rmSync(join(cwd, "own/data/media/sounds/drum-roll.mp3"));
	await instants("build", ...own, ...release, "--serial", "2");
	expect(await slugs()).toEqual([]);
	await instants("mirror", origin, "copy");
	expect((await instants("verify", "copy")).stdout).toMatch(/^copy is intact: build /);
});

test("a workflow that init writes installs what the lock file names, in a clean checkout, and builds", async () => {
	await instants("init", "../pushed", "--host", "github-pages");
	const pushed = join(parent, "pushed");
	const readme = readFileSync(join(pushed, "README.md"), "utf8");
	const [, tarball = "no tarball"] = /`npm install \.\/(.*?)`/.exec(readme) ?? [];
	cpSync(join(parent, tarball), join(pushed, tarball));
	npm(pushed, "install", "--offline", `./${tarball}`);
	rmSync(join(pushed, "node_modules"), { recursive: true });
	const workflow = readFileSync(join(pushed, ".github/workflows/deploy.yml"), "utf8");
	const steps = [...workflow.matchAll(/- run: (.*)/g)].map(([, command = ""]) => command);
	const { PATH = "" } = process.env;
	const env = {
		PATH,
		HOME: parent,
		BASE_URL: "https://sounds.example",
		npm_config_offline: "true",
	};
	for (const step of steps) execSync(step, { cwd: pushed, env, stdio: "pipe" });
	expect(existsSync(join(pushed, "dist/.nojekyll"))).toBe(true);
	// The same steps run nothing that the lock file does not hold.
	rmSync(join(pushed, "package-lock.json"));
	expect(() => execSync(steps[0] ?? "", { cwd: pushed, env, stdio: "pipe" })).toThrow(/npm ci/);
});

test("the messages of the package name commands as its users call them", async () => {
	const options = { cwd, installed: INSTALLED };
	const { code, stderr } = await run("preview", ["--dir", "nothing"], options);
	expect(code).toBe(1);
	expect(stderr).toMatch(/; build one with: instants build\n$/);
	const throughNpm = { ...options, env: { npm_command: "exec" } };
	const { stdout } = await run("build", ["--help"], throughNpm);
	expect(stdout).toMatch(/^Usage: npx instants build \[options\]\n/);
});
