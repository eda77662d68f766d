/** On a host that serves files alone, a search of a large catalogue waits for few files one after another. */
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("a search where no host answers", (browser) => {
	const site = testSite(numbered("Gong", 1100), () => ({ links: "path" }));

	test("waits for the words and the clips alone once something is typed", async () => {
		const page = await browser.page("about:blank", { serviceWorkers: "block" });
		const read: string[] = [];
		const isRoot = (path: string): boolean => /\/(?:search|packs|manifest)\/\w+\.json$/.test(path);
		page.on("request", (request) => read.push(new URL(request.url()).pathname));
		await page.goto(site.origin);
		await page.getByText("1,100 clips").waitFor();
		await page.locator("#search").focus();
		await expect.poll(() => new Set(read.filter(isRoot)).size).toBe(3);
		await page.waitForLoadState("networkidle");
		read.length = 0;
		await page.keyboard.type("gong 777");
		await page.getByText("1 clip for “gong 777”").waitFor();
		const data = read.filter((path) => path.startsWith("/v1/"));
		const folders = new Set(data.map((path) => path.split("/")[3]));
		// First the words, then the packs: two trips.
		expect([...folders]).toEqual(["search", "packs"]);
		expect(read.filter((path) => path.includes("/packs/") && isRoot(path))).toEqual([]);
	});
});
