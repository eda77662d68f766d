/** The page for OBS plays its clip when it is opened, and says why if it cannot. */
import { expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { testSite } from "./site.ts";

describeInBrowser("the page for OBS", (browser) => {
	const site = testSite([
		{ name: "Drum Roll", slug: "drum_roll" },
		{ slug: "gone", removed: "2026-11-21" },
	]);

	const addressOf = (query: string) =>
		`${site.origin}/docs/samples/obs/clip.html?site=${site.origin}${query}`;

	test("plays the clip", async () => {
		const page = await browser.page("about:blank");
		const sound = page.waitForResponse(/\/media\/sounds\/0\.mp3$/);
		await page.addInitScript(() => {
			const { play } = HTMLMediaElement.prototype;
			HTMLMediaElement.prototype.play = function () {
				this.onended = () => {
					document.title = `played ${this.currentTime > 0}`;
				};
				return play.call(this);
			};
		});
		await page.goto(addressOf("&slug=drum_roll"));
		expect((await sound).ok()).toBe(true);
		await page.waitForFunction(() => document.title === "played true");
		expect(await page.textContent("#problem")).toBe("");
		expect(problemsOf(page)).toEqual([]);
		await page.context().close();
	});

	test.for([
		["", "The address must end with ?slug= and the slug of a clip."],
		["&slug=nothing", "There is no clip “nothing”."],
		["&slug=gone", "There is no clip “gone”."],
	] as const)("says what is wrong with %j", async ([query, message]) => {
		const page = await browser.page(addressOf(query));
		await page.getByText(message, { exact: true }).waitFor();
		await page.context().close();
	});
});
