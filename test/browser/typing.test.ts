/** Between two keys the page shows what the search may become, and an answer that comes late changes nothing. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { RawInstant } from "../fixtures/published.ts";
import { describeInBrowser, heldBack, problemsOf } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

const DRUMS: RawInstant[] = [
	{ name: "Drum Roll", tags: "music" },
	{ name: "Drum" },
	{ name: "Air Horn", description: "Not a drum" },
];

const status = (page: Page, text: string) => page.locator("#status", { hasText: text }).waitFor();
const field = (page: Page) => page.locator("#search");

describeInBrowser("the soundboard", (browser) => {
	const names = (page: Page) => page.locator("[data-slug] .name").allTextContents();

	/** The messages in place of clips while this is typed piece by piece, with time for each to be searched. */
	async function saidWhile(page: Page, pieces: string[], after: RegExp): Promise<string[]> {
		await page.evaluate(() => {
			const said: string[] = [];
			Object.assign(window, { said });
			const message = document.querySelector<HTMLElement>("#message");
			if (message === null) throw new Error("no message");
			const note = () => said.push(message.hidden ? "" : message.innerText);
			new MutationObserver(note).observe(message, { attributes: true, subtree: true });
		});
		for (const piece of pieces) {
			const before = await page.locator("#status").textContent();
			await field(page).pressSequentially(piece);
			await expect.poll(() => page.locator("#status").textContent()).not.toBe(before);
			await page.locator('#board[aria-busy="false"]').waitFor({ state: "attached" });
		}
		await page.locator("#status", { hasText: after }).waitFor();
		return page.evaluate(() => (window as unknown as { said: string[] }).said);
	}

	describe("with more clips than the page holds", () => {
		const site = testSite([...numbered("Gong", 1000), ...DRUMS], () => ({ pages: "none" }));

		test("the clips stay until enough is typed to find some", async () => {
			const page = await browser.page(site.origin);
			await page.locator(".push").first().waitFor();
			const said = await saidWhile(page, ["d", "r"], /Keep typing to search for “dr”/);
			expect((await names(page))[0]).toBe("Gong 1");
			said.push(...(await saidWhile(page, ["u", "m"], /2 clips for “drum”/)));
			said.push(...(await saidWhile(page, [" r"], /Keep typing to search for “drum r”/)));
			expect(said.filter((text) => text !== "")).toEqual([]);
			expect(await names(page)).toEqual(["Drum", "Drum Roll"]);
			await field(page).press("Enter");
			await page.getByRole("heading", { name: "No clips found" }).waitFor();
			expect(await page.locator('[aria-pressed="true"]').count()).toBe(0);
			expect(problemsOf(page)).toEqual([]);
		});
	});
});

describeInBrowser("an answer that comes late", (browser) => {
	const site = testSite([...numbered("Gong", 50), { name: "Drum Roll" }, { name: "Drum" }]);
	const newPage = () => browser.page("about:blank", { serviceWorkers: "block" });

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

	test("clips are not shown in place of a search, which stays busy", async () => {
		const page = await newPage();
		const answer = await openWaiting(page, "?page=5", "**/instants/?page=5");
		const search = await heldBack(page, "**/instants/?name=*");
		await field(page).fill("drum");
		await status(page, "Searching…");
		expect(await page.locator("#board").getAttribute("aria-busy")).toBe("true");
		await answer();
		expect(await page.locator("#board").getAttribute("aria-busy")).toBe("true");
		search();
		await status(page, "2 clips for “drum”");
		expect(await page.locator("#board > *").count()).toBe(2);
	});
});
