/** `dev` shows each change, and writes only to a temporary folder, which is gone when `dev` ends. */
import { readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { call } from "../fixtures/command-call.ts";
import { clip, folderWith, ndjson, writeFiles } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { servedAt, start } from "../fixtures/script-run.ts";
import { filesIn } from "../fixtures/tree-files.ts";

test("a tree that was built for a host stays as it is while dev builds each change", async () => {
	const cwd = folderWith({ "data/a.ndjson": ndjson(clip()), "data/media/sounds/boom.mp3": MP3 });
	const host = ["--host", "cloudflare", "--base-url", "https://h.test"];
	expect(await call("build", host, { cwd })).toMatchObject({ code: 0 });
	const before = filesIn(cwd);
	const TMPDIR = temporaryFolder();
	const dev = start("dev", ["--port", "0"], { cwd, env: { TMPDIR } });
	onTestFinished(() => {
		dev.process.kill("SIGKILL");
	});
	const origin = await servedAt(dev, ".*");
	expect(readdirSync(TMPDIR)).toHaveLength(1);
	writeFiles(cwd, { "data/a.ndjson": ndjson(clip({ name: "Bang" })) });
	const listing = async () => (await fetch(`${origin}/api/v1/instants/`)).text();
	while (!(await listing()).includes('"Bang"')) await setTimeout(10);
	dev.process.kill("SIGINT");
	expect(await dev.ended).toMatchObject({ code: 0, stderr: "" });
	expect(readdirSync(TMPDIR)).toEqual([]);
	writeFiles(cwd, { "data/a.ndjson": ndjson(clip()) });
	expect(filesIn(cwd)).toEqual(before);
});
