/** So that the printed commands bring just what changed into a bucket, the pointer last. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CLOUDFLARE_R2 } from "../../../scripts/hosts/cloudflare-r2/host.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { filesIn } from "../../fixtures/tree-files.ts";
import { RCLONE, skipping } from "../tools.ts";

const { skip, title } = skipping(RCLONE);

describe.skipIf(skip)(title, () => {
	const parent = temporaryFolder();
	const tree = join(parent, "dist");
	const bucket = join(parent, "instants");
	const names = Array.from({ length: 60 }, (_, i) => `Boom ${i}`);
	const build = (count: number) =>
		publishRecords(named(names.slice(0, count)), { folder: tree, hosts: [CLOUDFLARE_R2] });

	/** Runs the printed command that begins with these words, on a folder that stands for the bucket. */
	const run = (beginning: string, about = ""): void => {
		const lines = CLOUDFLARE_R2.deploy(tree, "").split("\n");
		const command =
			lines.find((line) => line.startsWith(beginning) && line.includes(about)) ?? "exit 1";
		const remote = { RCLONE_CONFIG_R2_TYPE: "alias", RCLONE_CONFIG_R2_REMOTE: parent };
		const env = { PATH: process.env.PATH, RCLONE_CONFIG: join(parent, "no.conf"), ...remote };
		execFileSync("sh", ["-ec", command], { env, stdio: "pipe" });
	};

	test("scripts/hosts/README.md has the commands that are printed", () => {
		const readme = readFileSync("scripts/hosts/README.md", "utf8");
		const lines = CLOUDFLARE_R2.deploy("dist", "").split("\n");
		const commands = lines.filter((line) => line.startsWith("rclone"));
		expect(commands).toHaveLength(3);
		for (const command of commands) expect(readme).toContain(command);
	});

	test("a first build, then another: all of it is there, and of the first what is not deleted yet", async () => {
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

	test("a build of which a file cannot be uploaded is not pointed to", async () => {
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
});
