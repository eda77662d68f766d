/** What a killed build leaves is restored or deleted by the next one. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { recover } from "../../scripts/publish/recovery.ts";
import { openStaging } from "../../scripts/publish/staging.ts";
import { expectWhole, leftBeside } from "../fixtures/tree-files.ts";
import { place, publishInto, tree } from "./places.ts";

/** The id of a process that has ended. */
const DEAD = spawnSync(process.execPath, ["--version"]).pid;

describe("what a killed build leaves", () => {
	test("is cleaned up by the next: staging is deleted, and a tree that was moved aside is restored", async () => {
		const folder = place({ [`.dist.staging-${DEAD}/half.json`]: "{" });
		await publishInto(folder, ["Boom"]);
		renameSync(join(folder, "dist"), join(folder, `.dist.previous-${DEAD}`));
		mkdirSync(join(folder, `.dist.staging-${DEAD}`));

		const staging = await openStaging(join(folder, "dist"), join(folder, "data"));
		expect((await expectWhole(join(folder, "dist"))).count).toBe(1);
		staging.discard();
		expect(leftBeside(folder)).toEqual([]);
	});

	test("is restored even if another process has its id by now", async () => {
		const folder = place(tree(`.dist.previous-${process.ppid}`));
		await recover(join(folder, "dist"));
		expect(leftBeside(folder)).toEqual([]);
		expect(existsSync(join(folder, "dist/latest.json"))).toBe(true);
	});

	test("is restored through a link to the tree", async () => {
		const folder = place(tree(`.real.previous-${DEAD}`));
		symlinkSync("real", join(folder, "dist"));
		await recover(join(folder, "dist"));
		expect(existsSync(join(folder, "dist/latest.json"))).toBe(true);
		expect(readdirSync(folder).sort()).toEqual(["data", "dist", "real"]);
	});

	test("is deleted if the new tree is already in place", async () => {
		const folder = place({ ...tree(`.dist.previous-${DEAD}`) });
		await publishInto(folder, ["Boom"]);
		expect(leftBeside(folder)).toEqual([]);
		expect(existsSync(join(folder, "dist/latest.json"))).toBe(true);
	});

	test("is kept while that build still runs, and so is anything that no build made", async () => {
		const running = `.dist.staging-${process.ppid}`;
		const others = [running, ".dist.staging-", ".dist.notes-1", ".dist2.staging-1"];
		others.push(`.dist.old.previous-${DEAD}`, `.dist.old.staging-${DEAD}`);
		const folder = place(Object.fromEntries(others.map((name) => [`${name}/a`, ""])));
		await publishInto(folder, ["Boom"]);
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual(others.sort());
	});
});
