/** What was asked for earlier and comes late does not get in the way of what was asked for since. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, heldBack } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("the soundboard", (browser) => {
	const site = testSite([...numbered("Gong", 50), { name: "Drum Roll" }, { name: "Drum" }]);
	const newPage = () => browser.page("about:blank", { serviceWorkers: "block" });
	const field = (page: Page) => page.locator("#search");
	const status = (page: Page, text: string) => page.locator("#status", { hasText: text }).waitFor();

	/** Opens a page that asks for the URL, and returns a function that gives it the answer. */
	async function openWaiting(page: Page, path: string, url: string): Promise<() => Promise<void>> {
		const answer = await heldBack(page, url);
		const requested = page.waitForRequest(url);
		await page.goto(`${site.origin}/${path}`);
		await requested;
		return async () => {
			const answered = page.waitForResponse(url);
			answer();
			await (await answered).finished();
		};
	}

	test("what is typed while the page of a clip loads is searched", async () => {
		const page = await newPage();
		const load = await heldBack(page, "**/assets/soundboard-*.js");
		await page.goto(`${site.origin}/clips/clip-3/`, { waitUntil: "commit" });
		await field(page).pressSequentially("dr");
		load();
		await status(page, "Keep typing to search for “dr”");
		await page.keyboard.type("um");
		await status(page, "2 clips for “drum”");
	});

	test("a clip is not shown above a search, and does not take the focus from it", async () => {
		const page = await newPage();
		const answer = await openWaiting(page, "#clip-3", "**/instants/clip-3/");
		await field(page).pressSequentially("dru");
		await status(page, "2 clips for “dru”");
		await answer();
		await page.keyboard.type("m");
		await status(page, "2 clips for “drum”");
		expect(await page.locator("#featured").isVisible()).toBe(false);
	});

	test("clips are not shown in place of a search, which stays busy", async () => {
		const page = await newPage();
		const answer = await openWaiting(page, "?page=5", "**/instants/?page=5");
		const search = await heldBack(page, "**/instants/?name=*");
		await field(page).fill("drum");
		await status(page, "Searching…");
		await page.evaluate(() => {
			const said: unknown[] = [];
			Object.assign(window, { said });
			const board = document.querySelector("#board");
			const note = () => said.push(`${board?.ariaBusy}: ${board?.childElementCount}`);
			if (board !== null)
				new MutationObserver(note).observe(board, {
					attributeFilter: ["aria-busy"],
					childList: true,
				});
		});
		await answer();
		search();
		await status(page, "2 clips for “drum”");
		expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
			"false: 2",
		]);
	});
});
