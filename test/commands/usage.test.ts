/** What all commands have in common: exit codes, `--help`, and messages without secrets. Wrong usage is in test/authoring/transcripts.txt. */
import { existsSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { wholeNumber } from "../../scripts/console/options.ts";
import { call } from "../fixtures/command-call.ts";
import { clip, folderWith, ndjson, twoClips } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { run, start } from "../fixtures/script-run.ts";

const cwd = temporaryFolder();

const MAX_FILES = "It must be a whole number from 1 to 10000000.";
const PORT = "It must be a whole number from 0 to 65535.";

test.for([
	[0, "init", "new"],
	[1, "check"],
	[2, "import"],
	[1, "measure"],
	[2, "remove"],
	[1, "build"],
	[2, "dev", "--port", "x"],
	[1, "preview"],
	[2, "mirror"],
	[1, "verify", "none"],
	[0, "keygen", "own.key"],
	[0, "--version"],
	[2, "buld"],
] as const)("%i is the exit code of the process of %s", async ([code, name, ...args]) => {
	expect(await run(name, args, { cwd: temporaryFolder() })).toMatchObject({ code });
});

test("a proxy that is no URL is named, without a stack trace", async () => {
	const env = { HTTPS_PROXY: "proxy.example:3128" };
	const { code, stderr } = await run("mirror", ["https://h.test", "m"], { cwd, env });
	expect(code).toBe(1);
	expect(stderr).toContain("HTTPS_PROXY, HTTP_PROXY: must be complete URLs");
	expect(stderr).not.toContain("    at ");
});

test.for([
	[2, "init", "http://me:secret@h.test"],
	[2, "import", "http://me:secret@h.test"],
	[2, "import", "http://me:secret@h.test", "sounds"],
	[2, "mirror", "http://me:sec/secret@h.test", "m"],
	[6, "import", "HTTPS:me:secret@h.test", "--skip"],
	[2, "import", "sounds", "--follow-origin", "http://me:sec%20@secret@h.test/?a"],
	[2, "build", "--media-url", "http://me:secret@h.test"],
	[2, "mirror", "http://me:secret@h.test", "m", "--json"],
	[2, "mirror", "https://a.test", "m", "--follow-origin", "http://me:secret@h.test"],
	[2, "mirror", "me:secret@h.test", "m"],
	[1, "import", "me:sec/secret@h.test:80/a"],
	[2, "build", "--base-url", "me:sec@secret@h.test"],
	[1, "check"],
	[1, "check", "--json"],
] as const)("no message has the user of a URL: exit code %i of %s %s", async ([code, ...args]) => {
	const sound = "https://me:secret@h.test/media/sounds/a.mp3";
	const data = folderWith({ "data/a.ndjson": ndjson(clip({ sound, image: "?" })) });
	const [script, ...rest] = args;
	const ended = await call(script, rest, { cwd: data });
	expect(ended.code).toBe(code);
	expect(ended.stdout + ended.stderr).toContain("h.test");
	expect(ended.stdout + ended.stderr).not.toMatch(/secret|me:/);
});

test.runIf(existsSync("/proc/self")).for([
	["init", "/proc/instants/a"],
	["build", "--out", "/proc/instants/a"],
] as const)("%s ends where no folder can be made, and names it", async ([name, ...args]) => {
	const started = start(name, args, { cwd: twoClips() });
	onTestFinished(() => {
		started.process.kill("SIGKILL");
	});
	const { code, stderr } = await started.ended;
	expect(code).toBe(1);
	expect(stderr).toMatch(/^instants: .*\/proc\/instants.*ENOENT/);
});

test.for([
	["number of files", wholeNumber(1, 10_000_000), ["", "1e3", "20000000", "1.0", "-1"], MAX_FILES],
	["port", wholeNumber(0, 65_535), ["", "http", "65536", " 80"], PORT],
] as const)("what is no %s is refused", ([, parse, texts, said]) => {
	for (const text of texts) expect(() => parse(text), text).toThrow(said);
});

test("without a command, --version prints the version, and --help lists every command that npm can run", async () => {
	const { version, scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
		version: string;
		scripts: Readonly<Record<string, string>>;
	};
	expect((await run("--version", [], { cwd })).stdout).toBe(`${version}\n`);
	// As npm starts it.
	const { stdout } = await run("--help", [], { cwd, fromSource: true });
	const listed = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
	const runnable = Object.keys(scripts).filter(
		(name) => scripts[name] === `node scripts/run.js ${name}`,
	);
	expect(listed.toSorted()).toEqual(runnable.toSorted());
	expect((await run("buld", [], { cwd })).stderr).toBe(
		"error: unknown command 'buld'\n(Did you mean build?)\n(--help lists the options)\n",
	);
});

test.for<readonly [string, ...string[]]>([
	[
		"build",
		"--data",
		'"dist"',
		"--base-url",
		"BASE_URL, or http",
		"20000",
		"implies --media remote",
	],
	["check", "--data", '"data"', "--media"],
	["init", "[folder]", "--host", '"netlify"', '"github-pages"'],
	["import", "<sources...>", '"data"', "--dry-run"],
	["keygen", "[file]", "instants.key"],
	["preview", "--dir", '"dist"', "--port", "3000"],
	["remove", "<slugs...>", '"data"', "--reason", "SOURCE_DATE_EPOCH, or today"],
	["dev", "--port", "3000"],
	["verify", "<dir>", "--json", "3 different"],
	[
		"mirror",
		"<url> <dir>",
		"shrink, source, rollback",
		"--max-gigabytes",
		"(default: 20)",
		"6 partial",
	],
])("%s --help lists the options with their defaults", async ([script, ...named]) => {
	const { code, stdout, stderr } = await call(script, ["--help"], { cwd });
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const text = stdout.replace(/\s+/g, " ");
	expect(named.filter((part) => !text.includes(part))).toEqual([]);
});
