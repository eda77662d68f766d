/** `instants dev` shows each change in an open page once it is saved, or says what is wrong with the change. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { clip, folderWith, ndjson, writeFiles } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { type Started, servedAt, start } from "../fixtures/script-run.ts";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { testSite } from "./site.ts";

const CLIPS = "data/clips.ndjson";

function startDev(clips: string, port = "0"): { cwd: string; dev: Started; TMPDIR: string } {
	const cwd = folderWith({ [CLIPS]: clips, "data/media/sounds/boom.mp3": MP3 });
	const TMPDIR = temporaryFolder();
	const dev = start("dev", ["--port", port], { cwd, env: { TMPDIR } });
	onTestFinished(() => {
		dev.process.kill("SIGKILL");
	});
	return { cwd, dev, TMPDIR };
}

const named = (name: string): string => ndjson(clip({ name }));
const tile = (page: Page, name: string) => page.locator("#board .name", { hasText: name });

describeInBrowser("instants dev", (browser) => {
	const stored = testSite([{ name: "Stored" }]);

	test("an edit, a broken edit and a mended one show on the open page", async () => {
		const { cwd, dev, TMPDIR } = startDev(named("Boom"));
		const save = (clips: string): void => writeFiles(cwd, { [CLIPS]: clips });
		const page = await browser.page(await servedAt(dev, "data"));
		await tile(page, "Boom").waitFor();

		save(named("Bang"));
		await tile(page, "Bang").waitFor();

		save(ndjson(clip({ name: "Bong" }), clip({ slug: "b", color: "red" })));
		const banner = page.locator("#dev-problems");
		await banner.getByText(`${CLIPS}:2 color "red"`).waitFor();
		expect(await tile(page, "Bang").count()).toBe(1);

		save(named("Bong"));
		await tile(page, "Bong").waitFor();
		expect(await banner.count()).toBe(0);

		save('{"slug":"bong","removed":"2026-11-22"}');
		await tile(page, "Bong").waitFor({ state: "detached" });

		// Some of these changes are saved while a build runs.
		for (let i = 1; i <= 20; i++) {
			save(named(`Edit ${i}.`));
			await setTimeout(30);
		}
		await tile(page, "Edit 20.").waitFor();
		expect(problemsOf(page)).toEqual([]);
		const [tree = ""] = readdirSync(TMPDIR);
		expect(readFileSync(join(TMPDIR, tree, "tree/index.html"), "utf8")).not.toContain("/dev/");

		dev.process.kill("SIGINT");
		const { code, stderr } = await dev.ended;
		expect({ code, stderr }).toEqual({
			code: 0,
			stderr: expect.stringMatching(
				/^data\/clips\.ndjson:2 color "red".*\n\n1 problem; .*\nWaiting /,
			),
		});
	});

	test("a page that was stored for offline use is not shown again", async () => {
		const page = await browser.page(stored.origin, { serviceWorkers: "allow" });
		await page.getByText("Works offline").waitFor({ state: "attached" });
		stored.stop();
		const { cwd, dev } = startDev(named("Boom"), new URL(stored.origin).port);
		await page.goto(await servedAt(dev, "data"));
		await tile(page, "Boom").waitFor();
		writeFiles(cwd, { [CLIPS]: named("") });
		await page.locator("#dev-problems").waitFor();
	});
});
