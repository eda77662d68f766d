/** What all commands have in common: exit codes and `--help`. Usage errors are in test/authoring/transcripts.txt. */
import { existsSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { twoClips } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { run, start } from "../fixtures/script-run.ts";

const cwd = temporaryFolder();

test.for([
	[0, "keygen", "own.key"],
	[1, "check"],
	[2, "import"],
] as const)("%i is the exit code of %s", async ([code, name, ...args]) => {
	expect(await run(name, args, { cwd: temporaryFolder() })).toMatchObject({ code });
});

test("an invalid proxy URL is reported, without a stack trace", async () => {
	const env = { HTTPS_PROXY: "proxy.example:3128" };
	const { code, stderr } = await run("mirror", ["https://h.test", "m"], { cwd, env });
	expect(code).toBe(1);
	expect(stderr).toContain("HTTPS_PROXY, HTTP_PROXY: must be absolute URLs");
	expect(stderr).not.toContain("    at ");
});

test.runIf(existsSync("/proc/self")).for([
	["init", "/proc/instants/a"],
	["build", "--out", "/proc/instants/a"],
] as const)(
	"%s fails where its folder cannot be created, and names the folder",
	async ([name, ...args]) => {
		const started = start(name, args, { cwd: twoClips() });
		onTestFinished(() => {
			started.process.kill("SIGKILL");
		});
		const { code, stderr } = await started.ended;
		expect(code).toBe(1);
		expect(stderr).toMatch(/^instants: .*\/proc\/instants.*ENOENT/);
	},
);

test("without a command, --version prints the version, and --help lists every command that npm can run", async () => {
	const { version, scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
		version: string;
		scripts: Readonly<Record<string, string>>;
	};
	expect((await run("--version", [], { cwd })).stdout).toBe(`${version}\n`);
	// From the source, as npm starts it.
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

test.for([
	'build: --data; "dist"; --base-url; BASE_URL, or http; 20000; implies --media remote',
	'check: --data; "data"; --media',
	'init: [folder]; --host; "netlify"; "github-pages"',
	'import: <sources...>; "data"; --dry-run',
	"keygen: [file]; instants.key",
	'measure: --data; "data"; --all',
	'preview: --dir; "dist"; --port; 3000',
	'remove: <slugs...>; "data"; --reason; SOURCE_DATE_EPOCH, or today',
	"dev: --port; 3000",
	"verify: <dir>; --json; 3 different",
	"mirror: <url> <dir>; shrink (loss; source (another source); rollback (an; --max-gigabytes; (default: 20); 6 partial",
])("--help lists the options with their defaults: %s", async (row) => {
	const [script = ""] = row.split(": ", 1);
	const { code, stdout, stderr } = await call(script, ["--help"], { cwd });
	expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	const text = stdout.replace(/\s+/g, " ");
	const parts = row.slice(script.length + 2).split("; ");
	expect(parts.filter((part) => !text.includes(part))).toEqual([]);
});
