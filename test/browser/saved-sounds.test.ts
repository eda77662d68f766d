/** All sounds can be saved on the device, of this build and of every later one. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { testFaultySite } from "./faulty-site.ts";
import { numbered } from "./site.ts";

describeInBrowser("saving all sounds", (browser) => {
	const site = testFaultySite(numbered("Boom", 2));
	let page: Page;

	beforeAll(async () => {
		page = await browser.page(site.origin);
		await page.getByText("Search works offline; sounds you played are kept").waitFor();
	});

	const saved = () =>
		page.evaluate(async () => {
			const keys = await (await caches.open("instants:/:saved")).keys();
			return keys.map(({ url }) => new URL(url).pathname).sort();
		});
	const works = () => page.locator("#offline-state", { hasText: "Everything works offline" });

	test("the button says how much that is, and a failure can be retried", async () => {
		site.stop();
		const save = page.getByRole("button", { name: "Save all sounds" });
		expect(await save.textContent()).toMatch(/^Save all sounds \(\d+\.\d MB\)$/);
		await save.focus();
		await page.keyboard.press("Enter");
		await page.getByText("2 files could not be saved on this device.").waitFor();
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("offline-state");
		await save.waitFor();
		await expectAccessible(page);
		await site.start();
		await page.getByRole("button", { name: "Try again" }).click();
		await works().waitFor();
		expect(await save.isVisible()).toBe(false);
		expect(await saved()).toEqual(["/media/sounds/0.mp3", "/media/sounds/1.mp3"]);
	});

	test("then no clip is dimmed without a network, and all play", async () => {
		site.stop();
		await page.reload();
		await works().waitFor();
		await page.context().setOffline(true);
		for (const n of [0, 1]) {
			const tile = page.locator(".clip[data-slug]").nth(n);
			await tile.locator(".push").click();
			await expect.poll(() => tile.getAttribute("data-state")).toBe("playing");
		}
		expect(await page.locator('[aria-disabled="true"]').count()).toBe(0);
		await page.context().setOffline(false);
	});

	test("a new build keeps what is saved, and adds its new sounds", async () => {
		await site.publish(numbered("Boom", 3));
		await site.start();
		await expect.poll(() => page.locator('[data-state="playing"]').count()).toBe(0);
		await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
		await page.getByText("3 clips").waitFor();
		await expect.poll(saved).toHaveLength(3);
		await works().waitFor();
		expect(site.requested.filter((path) => path.endsWith("/0.mp3"))).toHaveLength(1);
	});
});

describeInBrowser("saving 300 MB of sounds", (browser) => {
	const site = testFaultySite(numbered("Boom", 3));

	beforeAll(() => {
		const worker = join(site.folder, "service-worker.js");
		const script = readFileSync(worker, "utf8");
		writeFileSync(worker, script.replace(/"mediaBytes":\d+/, '"mediaBytes":300000000'));
	});

	test("has to be confirmed, and shows its progress", async () => {
		const page = await browser.page(site.origin);
		await page.getByRole("button", { name: "Save all sounds (300.0 MB)" }).click();
		await page.getByText("All sounds will take 300.0 MB on this device.").waitFor();
		await expectAccessible(page);
		const asked = () => site.requested.filter((path) => path.includes("/sounds/")).length;
		expect(asked()).toBe(0);
		site.stalled = /\/1\.mp3/;
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("Saving… 200.0 of 300.0 MB").waitFor();
		await expectAccessible(page);
		expect(asked()).toBe(3);
		site.stop();
		await page.getByText("1 file could not be saved on this device.").waitFor();
	});
});
