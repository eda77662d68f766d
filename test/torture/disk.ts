/** Builds and mirrors that are killed, or find the disk full: readers have one whole release or the other. */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { folderWith, ndjson } from "../fixtures/data-folder.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { type Started, start } from "../fixtures/script-run.ts";
import { expectWhole, filesIn, leftBeside } from "../fixtures/tree-files.ts";
import { below, parent, random, several, type Trial } from "./trial.ts";

type Environment = Readonly<Record<string, string>>;

/** A command that replaces one of two releases by the other. */
interface Replacer {
	start(release: 0 | 1, env?: Environment): Started;
	/** Expects that readers find one whole release. */
	expectOne(): Promise<void>;
	/** Expects that they find this one, and that nothing else is left. */
	expectOnly(release: 0 | 1): Promise<void>;
}

const CLIPS = [300, 400] as const;

async function builds(): Promise<Replacer> {
	const data = CLIPS.map((count) => ndjson(...named(generatedNames(count))));
	const cwd = folderWith({ "data-0/a.ndjson": data[0] ?? "", "data-1/a.ndjson": data[1] ?? "" });
	const dist = join(cwd, "dist");
	return {
		start: (release, env = {}) => {
			const options = ["--data", `data-${release}`, "--media", "remote", "--max-files", "300"];
			return start("build", options, { cwd, env });
		},
		expectOne: async () => {
			// A build that was killed during the switch has moved the old tree aside, for the next to restore.
			const trees = [dist, ...leftBeside(cwd).map((staging) => join(cwd, staging, "old"))];
			const tree = trees.find((path) => existsSync(path)) ?? dist;
			expect(CLIPS).toContain((await expectWhole(tree)).count);
		},
		expectOnly: async (release) => {
			expect((await expectWhole(dist)).count).toBe(CLIPS[release]);
			// What a killed build was writing stays for a day.
			for (const staging of leftBeside(cwd)) rmSync(join(cwd, staging), { recursive: true });
			expect(readdirSync(cwd).sort()).toEqual(["data-0", "data-1", "dist"]);
		},
	};
}

/** The mirror of a source that has the one release at one time, and the other at another. */
async function mirrors(): Promise<Replacer> {
	const cwd = temporaryFolder();
	const dir = join(cwd, "mirror");
	const folders = await Promise.all(
		[40, 41].map(async (count) => {
			const names = several(count, (i) => `boom ${i}`);
			return (await publishRecords(named(names), { parent })).folder;
		}),
	);
	let served = "";
	const source = createServer((request, response) => {
		const file = join(served, decodeURIComponent(request.url ?? ""));
		if (existsSync(file)) response.end(readFileSync(file));
		else response.writeHead(404).end();
	});
	source.listen(0, "127.0.0.1").unref();
	await once(source, "listening");
	const holds = (folder: string | undefined): boolean => {
		const held = new Map(filesIn(dir).map(({ path, sha256 }) => [path, sha256]));
		// Precomputed pages and exports are not copied.
		const files = filesIn(folder ?? "").filter(
			({ path }) => !/^v1\/instants\/(page|name|all\.|minisearch)\b/.test(path),
		);
		return files.every(({ path, sha256 }) => held.get(path) === sha256);
	};
	/** What runs that were disturbed have left. */
	const left = (): string[] =>
		filesIn(`${dir}.releases`)
			.map(({ path }) => path)
			.filter((path) => !/^\d/.test(path));
	return {
		start: (release, env = {}) => {
			served = folders[release] ?? "";
			const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
			return start("mirror", [url, "mirror"], { cwd, env });
		},
		expectOne: async () => expect(!existsSync(dir) || folders.some(holds)).toBe(true),
		expectOnly: async (release) => {
			expect(holds(folders[release])).toBe(true);
			expect(left()).toEqual([]);
			expect(await start("mirror", ["verify", "mirror"], { cwd }).ended).toMatchObject({ code: 0 });
		},
	};
}

/** The environment in which a run is disturbed from its change of the disk number AT on; see `fault.mjs`. */
function faulty(FAULT: "count" | "kill" | "full", AT = 0): Environment {
	const preload = `--import=${new URL("fault.mjs", import.meta.url).href}`;
	return { NODE_OPTIONS: preload, FAULT, AT: String(AT) };
}

type Run = (env?: Environment) => Started;

/** Starts a run and disturbs it at some point of what a whole run takes. */
type Disturb = (run: Run, whole: { ms: number; changes: number }) => Promise<void>;

const killedAtAnyMoment: Disturb = async (run, { ms }) => {
	const { process, ended } = run();
	await sleep(random() * ms);
	process.kill("SIGKILL");
	await ended;
};

const killedBeforeAChange: Disturb = async (run, { changes }) => {
	// The last changes are those that put the new release into its place.
	const at = random() < 0.5 ? 1 + below(changes) : changes - below(10);
	const { code } = await run(faulty("kill", at)).ended;
	// A run that has less to change than the one before may be done.
	expect([null, 0]).toContain(code);
};

const onAFullDisk: Disturb = async (run, { changes }) => {
	const { code, stderr } = await run(faulty("full", 1 + below(changes))).ended;
	expect(code).not.toBeNull();
	if (code !== 0) expect(stderr).toMatch(/ENOSPC/);
	expect(stderr).not.toMatch(/^ +at /m);
};

/** Runs a command twice: to have a release to replace, and to see what replacing it takes. */
async function prepared(making: Promise<Replacer>) {
	const replacer = await making;
	expect(await replacer.start(0).ended).toMatchObject({ code: 0 });
	const begin = performance.now();
	const { stderr } = await replacer.start(1, faulty("count")).ended;
	const changes = Number(/^changes (\d+)$/m.exec(stderr)?.[1]);
	expect(changes).toBeGreaterThan(50);
	return { ...replacer, whole: { ms: performance.now() - begin, changes } };
}

/** `inTests` says how often a disturbance is tried in the tests. */
function trials(
	command: string,
	make: () => Promise<Replacer>,
	disturbances: readonly (readonly [how: string, disturb: Disturb, inTests: number])[],
): Trial[] {
	let preparing: ReturnType<typeof prepared> | undefined;
	let release: 0 | 1 = 1;
	return disturbances.map(([how, disturb, inTests]) => ({
		what: `${command} ${how}`,
		holds: "leaves one whole release, and the next run succeeds",
		times: [60, inTests],
		prepare: async () => {
			preparing ??= prepared(make());
			const { start, expectOne, expectOnly, whole } = await preparing;
			return async () => {
				release = release === 0 ? 1 : 0;
				await disturb((env) => start(release, env), whole);
				await expectOne();
				expect(await start(release).ended).toMatchObject({ code: 0 });
				await expectOnly(release);
				return 1;
			};
		},
	}));
}

export const DISK_TRIALS = [
	...trials("a build", builds, [
		["killed at any moment", killedAtAnyMoment, 0],
		["killed before a change of the disk", killedBeforeAChange, 2],
		["on a disk that fills up", onAFullDisk, 1],
	]),
	...trials("a mirror", mirrors, [
		["killed at any moment", killedAtAnyMoment, 0],
		["killed before a change of the disk", killedBeforeAChange, 0],
		["on a disk that fills up", onAFullDisk, 1],
	]),
];
