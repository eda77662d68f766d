/** What a device stores without the rest: pages where a file is missing, and no catalogue that is large. */
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { testFaultySite } from "./faulty-site.ts";
import { numbered } from "./site.ts";

describeInBrowser("the site, of which a file is missing,", (browser) => {
	const site = testFaultySite(numbered("Boom", 45));

	test("has a worker all the same, which keeps the pages", async () => {
		site.damaged = /\/slugs\//;
		const page = await browser.page(site.origin);
		await page.getByRole("button", { name: "Make search available offline" }).waitFor();
		await page.reload();
		await page.getByText("45 clips").waitFor();
		site.stop();
		await page.reload();
		await page.getByRole("heading", { name: "This site isn’t answering" }).waitFor();
		expect(await page.locator("#board [data-slug]").count()).toBe(30);
	});
});

describeInBrowser("a catalogue of two megabytes", (browser) => {
	const description = "x".repeat(2000);
	const site = testFaultySite(numbered("Boom", 1000).map((clip) => ({ ...clip, description })));

	test("is not stored unasked", async () => {
		const page = await browser.page(`${site.origin}/clips/clip-3/`);
		await page.getByRole("button", { name: "Make search available offline" }).waitFor();
		expect(await page.locator("#offline-state").textContent()).toBe("");
	});
});
