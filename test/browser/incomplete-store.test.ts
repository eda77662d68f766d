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

describeInBrowser("a new build", (browser) => {
	const site = testFaultySite(numbered("Boom", 45));

	test("answers at once, though it has files of the old one to delete and cannot read which", async () => {
		const page = await browser.page(site.origin);
		await page.getByText("Works offline").waitFor();
		await page.locator(".push").first().click();
		await page.locator(".loop").click();
		await site.publish(numbered("Boo Bang", 50));
		await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
		const show = page.getByRole("button", { name: "Show them" });
		await show.waitFor();
		await page.evaluate(() => caches.delete("instants:/:store"));
		site.stalled = /\/v1\//;
		const session = await page.context().newCDPSession(page);
		await session.send("Network.clearBrowserCache");
		await show.click();
		await page.locator(".name", { hasText: "Boo Bang 1" }).first().waitFor();
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
