/** What changed between two releases is said, and why it cannot be said, for programs too. */
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { changesBetween } from "../../scripts/mirror/clips.ts";
import type { HeldRelease } from "../../scripts/mirror/place.ts";
import { folderWith, ndjson } from "../fixtures/data-folder.ts";
import { run } from "../fixtures/script-run.ts";
import { mirrorOfServer, mirrorOfTree, tree } from "./changed-clips.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { mirrorTo } from "./mirror-run.ts";
import { newPlace, parent } from "./releases.ts";

const server = await faultyServer();
const live = await liveApi();
let dir: string;

beforeEach(() => {
	server.reset();
	live.reset();
	dir = join(newPlace(), "mirror");
});

const mirror = async (...args: string[]) => await run("mirror", args, { cwd: parent });

describe("diff", () => {
	test.for([
		[
			"a tree",
			mirrorOfTree,
			{ added: ["bang"], edited: [{ slug: "boom", fields: ["name"] }], removed: ["gong"] },
		],
		[
			"a crawl",
			mirrorOfServer,
			{ added: ["clip-5"], edited: [{ slug: "clip-0", fields: ["name"] }], removed: ["clip-1"] },
		],
	] as const)("says what changed in %s", async ([, make, changes]) => {
		await make({ server, live, dir });
		const { code, stdout } = await mirror("diff", dir, "0001", "0002", "--json");
		expect({ code, changes: JSON.parse(stdout) }).toEqual({ code: 0, changes });
		const [added, removed] = [changes.added[0], changes.removed[0]];
		expect((await mirror("diff", dir, "0001", "0002")).stdout).toBe(
			`  added      1\n    ${added}\n  edited     1\n    ${changes.edited[0].slug}: name\n  removed    1\n    ${removed}\n`,
		);
		expect((await mirror("diff", dir, "0002", "0002")).stdout).toMatch(/removed {4}0\n$/);
	});
});

test("diff says of no clip that it was edited where the site only has another address", async () => {
	for (const base of ["https://a.test", "https://b.test/sub"]) {
		server.serves = await tree({ boom: "Boom", gong: "Gong" }, base);
		await mirrorTo(dir, server.origin);
	}
	const { stdout } = await mirror("diff", dir, "0001", "0002", "--json");
	expect(JSON.parse(stdout)).toEqual({ added: [], edited: [], removed: [] });
});

test("diff compares whatever a source has published", () => {
	const held = [7, "https://a.test/media/sounds/%ZZ.mp3", null].map((value) => {
		const folder = folderWith({
			"latest.json": '{"base_url":"https://a.test"}',
			SHA256SUMS: `${"0".repeat(64)}  v1/instants/packs/a.ndjson\n`,
			"v1/instants/packs/a.ndjson": ndjson({ slug: "__proto__", sound: value }),
		});
		return { folder, provenance: { kind: "tree" } } as HeldRelease;
	});
	const edited = [{ slug: "__proto__", fields: ["sound"] }];
	for (const [i, release] of held.entries()) {
		const changes = changesBetween(held[(i + 1) % 3] as HeldRelease, release);
		expect(changes).toEqual({ added: [], edited, removed: [] });
	}
});

test.each([["log"], ["diff", "1", "2"], ["checkout", "1"], ["purge", "gong"]])(
	"%s prints its result, or why it failed, as JSON",
	async (command, ...rest) => {
		const failed = await mirror(command ?? "", dir, ...rest, "--json");
		expect({ code: failed.code, ...JSON.parse(failed.stdout) }).toEqual({
			...{ code: 1, status: "failed" },
			message: `${dir}: holds no releases; name a mirror`,
		});
		await mirrorOfTree({ server, live, dir });
		const given = rest.map((one) => one.replace(/^\d$/, "000$&"));
		const { code, stdout } = await mirror(command ?? "", dir, ...given, "--json");
		expect({ code, result: JSON.parse(stdout) }).toEqual({ code: 0, result: expect.any(Object) });
	},
);
