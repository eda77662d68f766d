/** A device stores a large catalogue only on request, and pages where files are missing. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
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

	test("saving that fails changes nothing, and goes on where it stopped", async () => {
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

	test("a new build stores only what changed, and drops what is no longer used", async () => {
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

describeInBrowser("the site, of which a file is missing,", (browser) => {
	const site = testSite(numbered("Boom", 45));

	test("has a worker all the same, which keeps the pages", async () => {
		site.damaged = /\/slugs\//;
		const page = await browser.page(site.origin, { serviceWorkers: "allow" });
		await page.getByText("Make search available offline").waitFor({ state: "attached" });
		await page.reload();
		await page.getByText("45 clips").waitFor();
		site.stop();
		await page.reload();
		await page.getByRole("heading", { name: "This site isn’t answering" }).waitFor();
		expect(await page.locator("#board [data-slug]").count()).toBe(30);
	});
});
