/** Runs that start and end at the same moment never share a folder. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { lock } from "../../scripts/mirror/lock.ts";
import { openWorkspace } from "../../scripts/mirror/workspace.ts";
import { workspaceOf } from "../../scripts/mirror/workspace-paths.ts";
import { newPlace } from "./releases.ts";

/** Called with the path before a file is written or removed. */
const { hooks } = vi.hoisted(() => ({
	hooks: { writing: (_: string) => {}, removing: (_: string) => {} },
}));

vi.mock("node:fs", async (importOriginal) => {
	const fs = await importOriginal<typeof import("node:fs")>();
	return {
		...fs,
		writeFileSync: (...args: Parameters<typeof fs.writeFileSync>) => {
			hooks.writing(String(args[0]));
			fs.writeFileSync(...args);
		},
		rmSync: (...args: Parameters<typeof fs.rmSync>) => {
			hooks.removing(String(args[0]));
			fs.rmSync(...args);
		},
	};
});

let dir: string;

beforeEach(() => {
	hooks.writing = () => {};
	hooks.removing = () => {};
	dir = join(newPlace(), "mirror");
});

test("if the folder is removed before the lock is written, it is made again", async () => {
	const { folder } = workspaceOf(dir);
	let removals = 0;
	hooks.writing = () => {
		if (removals++ < 3) rmSync(folder, { recursive: true });
	};
	(await lock(folder, dir))();
	expect(removals).toBeGreaterThan(3);
});

test("a run tidies up before it unlocks, and removes only the empty folder after", async () => {
	const { folder, parts } = workspaceOf(dir);
	const { close } = await openWorkspace(workspaceOf(dir));
	let left: string[] | undefined;
	hooks.removing = (path) => {
		if (/lock-[^/]*$/.test(path)) left = readdirSync(folder);
	};
	expect(existsSync(parts)).toBe(true);
	close();
	expect(left).toEqual([expect.stringMatching(/^lock-/)]);
	expect(existsSync(folder)).toBe(false);
});
