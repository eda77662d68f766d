/** What a device stores: a large catalogue only on request, and media from another origin. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { filesIn } from "../fixtures/tree-files.ts";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { numbered, publishSite, testSite } from "./site.ts";

describeInBrowser("a large catalogue", (browser) => {
	// Two megabytes, one more than is stored without asking.
	const description = "x".repeat(2000);
	const clips = (count: number) =>
		numbered("Boom", count).map((clip) => ({ ...clip, description }));
	const site = testSite(clips(1100));
	let page: Page;

	beforeAll(async () => {
		page = await browser.page(site.origin, { serviceWorkers: "allow" });
	});

	const api = (query: string) =>
		page.evaluate(async (query) => {
			const response = await fetch(`/api/v1/instants/${query}`);
			return {
				status: response.status,
				count: ((await response.json()) as { count?: number }).count,
			};
		}, query);
	const saveAll = () => page.locator("#save-offline", { hasText: "Make search available offline" });
	const packsAsked = () => site.requested.filter((path) => path.includes("/packs/"));

	async function pressSaveAll(): Promise<void> {
		await page.getByRole("button", { name: "Options" }).click();
		await saveAll().click();
		await page.keyboard.press("Escape");
	}

	test("the page alone works offline", async () => {
		await saveAll().waitFor({ state: "attached" });
		expect(await saveAll().textContent()).toMatch(/ \(2\.\d MB\)$/);
		await page.reload();
		await page.locator(".push").nth(25).waitFor({ state: "attached" });
		expect(await api("?name=boom+1099")).toEqual({ status: 200, count: 1 });
		await page.context().setOffline(true);
		await page.reload();
		await page.getByRole("heading", { name: "You’re offline" }).waitFor();
		await page.locator(".push").first().waitFor();
		expect((await api("?page=77")).status).toBe(503);
		await page.context().setOffline(false);
		await page.reload();
		await saveAll().waitFor({ state: "attached" });
	});

	test("saving that fails changes nothing, and later resumes where it stopped", async () => {
		const packs = readdirSync(join(site.folder, "v1/instants/packs"));
		site.damaged = new RegExp(packs.filter((name) => name.endsWith(".ndjson")).at(-20) ?? "");
		await pressSaveAll();
		await page.getByText("The catalogue could not be saved. Try again later.").waitFor();
		site.damaged = undefined;
		expect(await api("?name=boom+1097")).toEqual({ status: 200, count: 1 });
	});

	test("everything works offline once someone asks for it", async () => {
		await pressSaveAll();
		await page.getByText("Works offline").waitFor({ state: "attached" });
		expect(new Set(packsAsked()).size).toBe(
			readdirSync(join(site.folder, "v1/instants/packs")).length,
		);
		await page.context().setOffline(true);
		expect(await api("?page=77")).toEqual({ status: 200, count: 1100 });
		expect(await api("?name=boom+1098")).toEqual({ status: 200, count: 1 });
		await page.context().setOffline(false);
	});

	test("a new build stores only changed files, and drops unused ones", async () => {
		await publishSite(clips(1101), site.folder);
		site.requested = [];
		await page.fill("#search", "boom");
		await page.getByText("1,100 clips for “boom”").waitFor();
		const reload = page.getByRole("button", { name: "Show them" });
		// An update that is under way, as after loading a page, may have read the worker before the deploy.
		await expect
			.poll(async () => {
				await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
				return reload.isVisible();
			})
			.toBe(true);
		await reload.click();
		await page.getByText("1,101 clips").waitFor();
		await page.getByText("Works offline").waitFor({ state: "attached" });
		expect(packsAsked()).toHaveLength(2);
		const published = ["packs", "search", "slugs", "templates"].flatMap((folder) =>
			readdirSync(join(site.folder, "v1/instants", folder)).filter((name) =>
				/^[0-9a-f]{64}\./.test(name),
			),
		);
		const stored = () =>
			page.evaluate(async () => {
				const files = await (await caches.open("instants:/:store")).keys();
				return files.map(({ url }) => url.replace(/.*\//, "")).sort();
			});
		await expect.poll(stored).toEqual(published.sort());
	});
});

describeInBrowser("the site on a host that changes what it serves", (browser) => {
	const site = testSite(numbered("Boom", 45));
	let said: string[];
	let context: BrowserContext;

	beforeEach(async () => {
		said = [];
		await publishSite(numbered("Boom", 45), site.folder);
		context = await browser.context({ serviceWorkers: "allow" });
		context.on("serviceworker", (worker) => worker.on("console", (it) => said.push(it.text())));
	});

	/** Changes published files in transit, as some hosts do. */
	function change(names: RegExp, changed: (text: string) => string): void {
		const files = filesIn(site.folder).filter(({ path }) => names.test(path));
		expect(files.length).toBeGreaterThan(0);
		for (const { path } of files) {
			const file = join(site.folder, path);
			writeFileSync(file, changed(readFileSync(file, "utf8")));
		}
	}

	test("works offline, whatever was added to its pages and to robots.txt", async () => {
		change(
			/\.html$|robots/,
			(text) => `${text.replace("</head>", "<!-- added -->$&")}<!-- too -->`,
		);
		const page = await context.newPage();
		await page.goto(site.origin);
		await page.getByText("Works offline").waitFor({ state: "attached" });
		await context.setOffline(true);
		await page.reload();
		await page.getByText("45 clips").waitFor();
		expect(await page.content()).toContain("<!-- added --></head>");
		await page.goto(`${site.origin}/docs/bot.html`);
		await page.getByRole("heading", { level: 1 }).waitFor();
		expect(said).toEqual([]);
	});

	test.each([
		["a script was changed", /assets\/search-/, (text: string) => `${text} `],
		[
			"a page is from another build",
			/docs\/bot.html/,
			(text: string) => text.replace(/"[0-9a-f]{20}"/, ""),
		],
	])(
		"says why it does not work offline where %s, and stores no part of it",
		async (_, names, how) => {
			change(names, how);
			const page = await context.newPage();
			await page.goto(site.origin);
			const why = expect.stringMatching(
				new RegExp(`could not store this build .*${names.source}.* changed by the host`),
			);
			await expect.poll(() => said).toEqual([why]);
			expect(await page.evaluate(() => caches.keys())).not.toContainEqual(
				expect.stringContaining(":build:"),
			);
		},
	);
});

describeInBrowser("the site behind a login", (browser) => {
	const site = testSite(numbered("Boom", 45));

	test("can be installed", async () => {
		site.login = "who=me";
		const context = await browser.context();
		await context.addCookies([{ name: "who", value: "me", url: site.origin }]);
		const page = await context.newPage();
		await page.goto(site.origin);
		const session = await context.newCDPSession(page);
		const { data } = await session.send("Page.getAppManifest");
		expect(data).toContain("standalone");
	});
});

const CLIPS = [{ name: "Boom", image: "dot.png" }, { name: "Bang" }];

describeInBrowser("media at another origin", (browser) => {
	const media = testSite(CLIPS);
	const site = testSite(CLIPS, () => ({ mediaUrl: `${media.origin}/media` }));

	test("show and play, and favourites and played clips stay on the device", async () => {
		const page = await browser.page(site.origin, { serviceWorkers: "allow" });
		await page.getByText("Works offline").waitFor({ state: "attached" });
		await page.reload();
		const playing = page.locator('.clip[data-state="playing"]');
		await page.locator(".push").first().click();
		await playing.waitFor();
		const width = () =>
			page
				.locator(".picture")
				.first()
				.evaluate((image: HTMLImageElement) => image.naturalWidth);
		await expect.poll(width).toBeGreaterThan(0);
		expect(problemsOf(page)).toEqual([]);

		await page.locator(".clip .favourite").first().click();
		const pinned = () =>
			page.evaluate(async () => (await (await caches.open("instants:/:pinned")).keys()).length);
		await expect.poll(pinned).toBe(2);
		// Otherwise the browser's own image cache could stand in for the worker.
		const session = await page.context().newCDPSession(page);
		await session.send("Network.clearBrowserCache");
		await page.context().setOffline(true);
		await page.reload();
		await expect.poll(width).toBeGreaterThan(0);
		await page.locator(".push").first().click();
		await playing.waitFor();
		await page.locator(".push").nth(1).click();
		await page.getByText("“Bang” ").waitFor();
	});
});
