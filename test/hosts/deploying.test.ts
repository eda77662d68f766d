/**
 * The printed deploy commands work: for GitHub Pages, for a bucket, and for your own server, with its
 * systemd unit.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CLOUDFLARE_R2 } from "../../scripts/hosts/cloudflare-r2/host.ts";
import { GITHUB_PAGES } from "../../scripts/hosts/github-pages/host.ts";
import { SERVER } from "../../scripts/hosts/server/host.ts";
import { besideFolder } from "../../scripts/publish/host-files.ts";
import { writeFiles } from "../fixtures/data-folder.ts";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { expectWhole, filesIn, textOf } from "../fixtures/tree-files.ts";
import { freePort, startServer } from "./server.ts";
import { RCLONE, RSYNC, skipping } from "./tools.ts";

test("the commands for GitHub Pages push the whole tree, and leave nothing in it", async () => {
	const { folder } = await publishRecords(named(["Boom"]), { hosts: [GITHUB_PAGES] });
	await expectWhole(folder, [".hosts.json", ".nojekyll", "CNAME"]);
	const before = filesIn(folder);
	const remote = join(temporaryFolder(), "remote.git");
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

const rclone = skipping(RCLONE);

/** Only what has changed is uploaded to a bucket, the pointer last. */
describe.skipIf(rclone.skip)(rclone.title, () => {
	const parent = temporaryFolder();
	const tree = join(parent, "dist");
	const bucket = join(parent, "instants");
	const names = Array.from({ length: 60 }, (_, i) => `Boom ${i}`);
	const build = (count: number) =>
		publishRecords(named(names.slice(0, count)), { folder: tree, hosts: [CLOUDFLARE_R2] });

	/** The printed command that begins with these words. */
	const printed = (beginning: string, about = "", folder = tree): string => {
		const lines = CLOUDFLARE_R2.deploy(folder, "").split("\n");
		return lines.find((line) => line.startsWith(beginning) && line.includes(about)) ?? "exit 1";
	};
	/** Runs a command on a folder that stands in for the bucket. */
	const shell = (command: string, remote = parent): void => {
		const alias = { RCLONE_CONFIG_R2_TYPE: "alias", RCLONE_CONFIG_R2_REMOTE: remote };
		const env = { PATH: process.env.PATH, RCLONE_CONFIG: join(parent, "no.conf"), ...alias };
		execFileSync("sh", ["-ec", command], { env, stdio: "pipe" });
	};
	const run = (...which: [string, string?]): void => shell(printed(...which));

	test("scripts/hosts/README.md has the commands that are printed", () => {
		const readme = readFileSync("scripts/hosts/README.md", "utf8");
		const lines = CLOUDFLARE_R2.deploy("dist", "").split("\n");
		const commands = lines.filter((line) => line.startsWith("rclone"));
		expect(commands).toHaveLength(3);
		for (const command of commands) expect(readme).toContain(command);
	});

	test("after a second build, all of its files are in the bucket, and the files of the first that are not deleted yet", async () => {
		await build(59);
		run("rclone copy");
		const first = filesIn(bucket);
		expect(first).toEqual(filesIn(tree));

		await build(60);
		run("rclone copy");
		const there = new Map(filesIn(bucket).map((file) => [file.path, file]));
		for (const file of filesIn(tree)) expect(there.get(file.path)).toEqual(file);
		const stored = first.filter(({ path }) => /\/(?:packs|search)\//.test(path));
		expect(stored.filter(({ path }) => !there.has(path))).toEqual([]);
		expect(there.size).toBeGreaterThan(filesIn(tree).length);

		mkdirSync(join(bucket, "media"));
		writeFileSync(join(bucket, "media/mine.mp3"), "ID3");
		run("rclone sync");
		expect(filesIn(bucket).filter(({ path }) => path !== "media/mine.mp3")).toEqual(filesIn(tree));
		expect(existsSync(join(bucket, "media/mine.mp3"))).toBe(true);
		run("rclone sync", "/media/");
		expect(filesIn(bucket)).toEqual(filesIn(tree));
	});

	test("the pointer does not change if a file of the new build cannot be uploaded", async () => {
		const before = readFileSync(join(bucket, "latest.json"), "utf8");
		await build(58);
		const stopped = join(bucket, "openapi.json");
		rmSync(stopped);
		mkdirSync(join(stopped, "folder"), { recursive: true });
		expect(() => run("rclone copy")).toThrow();
		expect(readFileSync(join(bucket, "latest.json"), "utf8")).toBe(before);
		rmSync(stopped, { recursive: true });
		run("rclone copy");
		expect(existsSync(stopped)).toBe(true);
		expect(readFileSync(join(bucket, "latest.json"), "utf8")).not.toBe(before);
	});

	test("the pointer comes after all that it leads to, and right after its signature", () => {
		const remote = temporaryFolder();
		const from = join(remote, "dist");
		const commands = printed("rclone copy", "", from).split(" && ");
		const calls = commands.map((command) => () => shell(command, remote));
		expect(statesAfter(from, join(remote, "instants"), calls)).toEqual(POINTER_LAST);
	});
});

const rsync = skipping(RSYNC);

/** The printed step with this number, for a server. */
function step(number: 1 | 2 | 3, tree: string, beside: string): string {
	const text = SERVER.deploy(tree, beside);
	const [, command] = new RegExp(`^# ${number}\\. .*\n((?:[^#].*\n?)+)`, "m").exec(text) ?? [];
	if (command === undefined) throw new Error(`there is no step ${number}`);
	return command;
}

test.skipIf(rsync.skip)(
	`${rsync.title}: the printed steps copy a server that answers`,
	async () => {
		const parent = temporaryFolder();
		const { folder } = await publishRecords(named(["Boom"]), { parent, hosts: [SERVER] });
		const machine = join(parent, "machine");
		mkdirSync(join(machine, "srv"), { recursive: true });
		for (const number of [1, 2] as const) {
			const command = step(number, folder, besideFolder(folder, SERVER));
			execFileSync("sh", ["-ec", command.replaceAll("root@SERVER:", machine)]);
		}
		await expectWhole(join(machine, "srv/instants/dist"));
		expect(step(3, "", "")).toContain("cp /srv/instants/instants.service /etc/systemd/system/");
		const unit = readFileSync(join(machine, "srv/instants/instants.service"), "utf8");
		const [, file = "", tree = ""] = /^ExecStart=\S+ node (\S+) (\S+)$/m.exec(unit) ?? [];
		const port = await freePort();
		const args = [file, tree].map((path) => join(machine, path));
		const server = await startServer(process.execPath, args, port, { PORT: String(port) });
		expect((await fetch(`${server.origin}/api/v1/instants/`)).status).toBe(200);
		await server.stop();
	},
);

/** Which pointer, signature and packs of both builds a server or a bucket has, after each command. */
function statesAfter(tree: string, there: string, commands: readonly (() => void)[]): unknown[] {
	const write = (folder: string, build: string): void =>
		writeFiles(folder, {
			"latest.json": build,
			"latest.json.minisig": `of ${build}`,
			[`v1/packs/${build}`]: "",
		});
	write(tree, "the new");
	write(there, "old");
	const state = () => [
		textOf(there, "latest.json"),
		textOf(there, "latest.json.minisig"),
		...["old", "the new"].map((build) => existsSync(join(there, "v1/packs", build))),
	];
	return commands.map((command) => {
		command();
		return state();
	});
}

const POINTER_LAST = [
	["old", "of old", true, true],
	["old", "of the new", true, true],
	["the new", "of the new", true, true],
];

test.skipIf(rsync.skip)(
	`${rsync.title}: the pointer comes after all that it leads to, and right after its signature`,
	() => {
		const parent = temporaryFolder();
		const server = join(parent, "server");
		const commands = step(2, join(parent, "dist"), join(parent, "beside")).split(" &&\n");
		const run = (command: string) => () =>
			execFileSync("sh", ["-ec", command.replace("root@SERVER:/srv/instants", server)]);
		const there = join(server, "dist");
		expect(statesAfter(join(parent, "dist"), there, commands.map(run))).toEqual([
			...POINTER_LAST,
			["the new", "of the new", false, true],
		]);
	},
);

const ANALYZE = "systemd-analyze";
const UNIT = new URL("../../scripts/hosts/server/instants.service", import.meta.url);
const isMissing = spawnSync(ANALYZE, ["--version"]).status !== 0;

test.skipIf(isMissing)("systemd finds no fault with the unit, and little exposure", () => {
	const unit = join(temporaryFolder(), "instants.service");
	copyFileSync(UNIT, unit);
	const { status, stderr } = spawnSync(ANALYZE, ["verify", unit], { encoding: "utf8" });
	expect([status, stderr]).toEqual([0, ""]);
	// The threshold is out of 100; a service without any protection scores 96.
	const security = ["security", "--offline=true", "--threshold=20", unit];
	expect(spawnSync(ANALYZE, security).status).toBe(0);
});
