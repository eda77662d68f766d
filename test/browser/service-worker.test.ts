/**
 * On a host that only serves files, the service worker answers the whole contract for scripts in the
 * page, even under a path, and with the host down.
 */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowsers } from "./browser.ts";
import { contractSite } from "./contract-in-page.ts";

describeInBrowsers("the service worker on a host that only serves files", (browser) => {
	const host = contractSite();
	let page: Page;
	let site: string;

	beforeAll(async () => {
		site = host.url;
		page = await browser.page(`${site}/`, { serviceWorkers: "allow" });
		await page.getByText("Works offline").waitFor({ state: "attached" });
		await host.stop();
	});

	host.describeContract((answersHere, requests) => page.evaluate(answersHere, requests));

	test("pages and API addresses open with the host down", async () => {
		await page.reload();
		await page.locator(".push").first().waitFor();
		await page.getByText("33 clips", { exact: true }).waitFor();
		const response = await page.goto(`${site}/api/v1/instants/?page=last`);
		expect(await response?.json()).toMatchObject({ count: 33, next: null });
	});
	test("clip pages open with the host down", async () => {
		const statusAt = async (path: string) => (await page.goto(`${site}/${path}`))?.status();
		expect(await statusAt("clips/bangs")).toBe(200);
		expect(page.url()).toBe(`${site}/clips/bangs/`);
		await page.locator(".featured h2", { hasText: "!!!" }).waitFor();
		await page.locator("#search").fill("boom");
		await expect.poll(() => page.url()).toBe(`${site}/?name=boom`);
		const links = page.locator(".brand, footer .links a:first-child");
		expect(
			await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href)),
		).toEqual([`${site}/`, `${site}/docs/`]);
		await page.goBack();
		expect(await page.title()).toBe("!!! – Instants");
		expect([await statusAt("clips/withdrawn/"), await statusAt("clips/nobody/")]).toEqual([
			410, 404,
		]);
	});

	test("redirects and missing pages work with the host down", async () => {
		await page.goto(`${site}/docs`);
		expect(page.url()).toBe(`${site}/docs/`);
		// Some hosts leave the extension out of addresses.
		expect((await page.goto(`${site}/docs/reference`))?.status()).toBe(200);
		await page.getByRole("heading", { name: "Reference" }).waitFor();
		expect((await page.goto(`${site}/latest.json`))?.status()).toBe(200);
		expect((await page.goto(`${site}/nothing/here`))?.status()).toBe(404);
		await page.getByText("There is nothing at this address.").waitFor();
	});
});
