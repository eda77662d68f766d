/** So that systemd takes the unit as it is written, where it is installed. */
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../fixtures/published.ts";

const ANALYZE = "systemd-analyze";
const UNIT = new URL("../../../scripts/hosts/server/instants.service", import.meta.url);
const isMissing = spawnSync(ANALYZE, ["--version"]).status !== 0;

test.skipIf(isMissing)("systemd finds no fault with the unit, and little that it exposes", () => {
	const unit = join(temporaryFolder(), "instants.service");
	copyFileSync(UNIT, unit);
	const { status, stderr } = spawnSync(ANALYZE, ["verify", unit], { encoding: "utf8" });
	expect([status, stderr]).toEqual([0, ""]);
	// Out of 100; a service without any protection has 96.
	const security = ["security", "--offline=true", "--threshold=20", unit];
	expect(spawnSync(ANALYZE, security).status).toBe(0);
});
