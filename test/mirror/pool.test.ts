/** A pool keeps what was there before a run, whatever becomes of the run. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Pool } from "../../scripts/mirror/pool.ts";
import { newPlace } from "./releases.ts";

test("a run that is discarded takes out what it added, and nothing that was there", async () => {
	const folder = newPlace();
	const [objects, drafts] = [join(folder, "objects"), join(folder, "run")];
	mkdirSync(drafts, { recursive: true });
	const pool = (): Pool => new Pool({ objects, drafts, target: objects }, () => []);
	const kept = await pool().save(["here before"]);
	const run = pool();
	expect(await run.save(["here before"])).toBe(kept);
	await run.save(["new"]);
	expect(readdirSync(objects)).toHaveLength(2);
	run.discard();
	expect(readdirSync(objects)).toEqual([kept]);
});
