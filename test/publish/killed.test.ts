/** A build that is killed at any moment leaves a complete tree, and the next build cleans up. */
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { writeFiles } from "../fixtures/data-folder.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { type Started, start } from "../fixtures/script-run.ts";
import { thousandsOfClips } from "../fixtures/thousands.ts";
import { expectWhole, leftBeside } from "../fixtures/tree-files.ts";

/** The number of clips in each catalogue, by which a tree shows where it came from. */
const CLIPS = { red: 1500, blue: 2500 } as const;

type Color = keyof typeof CLIPS;

const folder = mkdtempSync(join(temporaryFolder(), "killed-"));
const dist = join(folder, "dist");

function startBuild(color: Color): Started {
	const options = ["--data", color, "--media", "remote", "--max-files", "800"];
	return start("build", options, { cwd: folder });
}

async function build(color: Color): Promise<void> {
	expect(await startBuild(color).ended).toMatchObject({ code: 0, stderr: "" });
	expect((await expectWhole(dist)).count).toBe(CLIPS[color]);
}

/** How long a whole build takes on this machine. */
let duration: number;

beforeAll(async () => {
	writeFiles(folder, {
		"red/a.ndjson": thousandsOfClips(CLIPS.red, "red"),
		"blue/a.ndjson": thousandsOfClips(CLIPS.blue, "blue"),
	});
	await build("red");
	const begin = performance.now();
	await build("blue");
	duration = performance.now() - begin;
});

/** Waits until the build has written this file, or has ended. */
async function until({ process }: Started, kind: "staging" | "previous", path = ""): Promise<void> {
	const awaited = join(folder, `.dist.${kind}-${process.pid}`, path);
	while (!existsSync(awaited) && process.exitCode === null) await sleep(1);
}

const MOMENTS: readonly (readonly [string, (started: Started) => Promise<void>])[] = [
	...[0.5, 0.8].map((part) => [`after ${part} of its time`, () => sleep(part * duration)] as const),
	["with a staging folder", (build) => until(build, "staging")],
	["with its pages written", (build) => until(build, "staging", "v1/instants/page/100.json")],
	["with words written", (build) => until(build, "staging", "v1/instants/name/w-boom/9.json")],
	...[0, 10, 30].map(
		(ms) =>
			[
				`${ms} ms after its pointer`,
				async (build: Started) => {
					await until(build, "staging", "latest.json");
					await sleep(ms);
				},
			] as const,
	),
	["with the old tree moved aside", (build) => until(build, "previous")],
];

/** The tree that is left, even if it has only been moved aside for the next build to restore. */
function survivor(): string {
	if (existsSync(dist)) return dist;
	const aside = leftBeside(folder).filter((name) => name.startsWith(".dist.previous-"));
	expect(aside).toHaveLength(1);
	return join(folder, ...aside);
}

test.for(MOMENTS)("a build killed %s leaves a complete tree", async ([, moment]) => {
	const color = (await expectWhole(survivor())).count === CLIPS.red ? "blue" : "red";
	const started = startBuild(color);
	await moment(started);
	started.process.kill("SIGKILL");
	await started.ended;
	expect(Object.values(CLIPS)).toContain((await expectWhole(survivor())).count);
});

test("after a killed build, the next build leaves only its own tree", async () => {
	const started = startBuild("red");
	await until(started, "staging", "v1/instants/page/1.json");
	started.process.kill("SIGKILL");
	expect((await started.ended).code).toBeNull();
	expect(leftBeside(folder)).toHaveLength(1);
	await build("blue");
	expect(readdirSync(folder).sort()).toEqual(["blue", "dist", "red"]);
});
