/** Ways to clips other than their names: chips of tags, chance, and a search of the favourites. */
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { testSite } from "./site.ts";

const TAGS = ["drum, loud", "drum", "", "{'name'}, <b>"];
const RECORDS = ["Ba Dum", "Tss", "Hush", "Odd"].map((name, i) => ({ name, tags: TAGS[i] }));

describeInBrowser("a small catalogue with tags", (browser) => {
	const site = testSite(RECORDS);
	let page: Awaited<ReturnType<typeof browser.page>>;
	beforeAll(async () => {
		page = await browser.page(site.origin, { serviceWorkers: "block" });
	});
	const names = () => page.locator("[data-slug] .name").allTextContents();
	const tagsOf = () => page.locator("#tags button").allTextContents();

	test("chips show the clips with a tag, the most used first, and all again", async () => {
		expect(await tagsOf()).toEqual(["drum", "<b>", "loud", "{'name'}"]);
		const drum = page.getByRole("button", { name: "drum", exact: true });
		await drum.click();
		await page.getByText("2 clips tagged “drum”").waitFor();
		expect(await names()).toEqual(["Ba Dum", "Tss"]);
		expect(page.url()).toBe(`${site.origin}/?tag=drum`);
		expect(await page.title()).toMatch(/^drum – ./);
		await drum.click();
		await page.getByText("4 clips", { exact: true }).waitFor();
		await page.goto(`${site.origin}/?tag=nothing`);
		await page.getByText("No clip is tagged “nothing”.").waitFor();
		await page.goto(`${site.origin}/clips/clip-3/`);
		await page.locator("#featured").getByText("Odd").first().waitFor();
		expect(await tagsOf()).toEqual(["drum", "<b>", "loud", "{'name'}"]);
	});

	test.for([
		[0, "clip-0"],
		[0.99, "clip-3"],
	] as const)("Random plays a clip: at chance %d, %s", async ([chance, slug]) => {
		await page.goto(site.origin);
		await page.evaluate((chance) => {
			Math.random = () => chance;
		}, chance);
		await page.getByRole("button", { name: "Play a random clip" }).click();
		await page.locator(`[data-slug="${slug}"]:not([data-state="silent"])`).waitFor();
	});

	test("Random plays only what is found, and the strip leads to its clip when it is not in sight", async () => {
		await page.goto(`${site.origin}/?name=hush`);
		await page.getByText("1 clip for “hush”").waitFor();
		await page.getByRole("button", { name: "Play a random clip" }).click();
		await page.locator('[data-slug="clip-2"]:not([data-state="silent"])').waitFor();
		await page.fill("#search", "odd");
		await page.getByText("1 clip for “odd”").waitFor();
		await page.locator("#strip").getByRole("button", { name: "More about Hush" }).click();
		await page.getByRole("dialog", { name: "Hush" }).waitFor();
		await page.keyboard.press("Escape");
		await page.fill("#search", "xyzzy");
		await page.getByRole("heading", { name: "No clips found" }).waitFor();
		expect(await page.getByRole("button", { name: "Play a random clip" }).isVisible()).toBe(false);
	});

	test("a chosen tag stays while something is typed, and the other way around", async () => {
		await page.goto(`${site.origin}/?tag=drum`);
		await page.getByText("2 clips tagged “drum”").waitFor();
		await page.fill("#search", "tss");
		await page.getByText("1 clip tagged “drum” for “tss”").waitFor();
		expect(await names()).toEqual(["Tss"]);
		expect(page.url()).toBe(`${site.origin}/?tag=drum&name=tss`);
		await page.getByRole("button", { name: "drum", exact: true }).click();
		await page.getByText("1 clip for “tss”").waitFor();
		await page.getByRole("button", { name: "loud", exact: true }).click();
		await page.getByText("No clip is tagged “loud” and matches “tss”.").waitFor();
		await page.goto(site.origin);
	});

	test("several tags show the clips that have them all, and the address has them", async () => {
		await page.goto(`${site.origin}/?tag=drum`);
		await page.getByText("2 clips tagged “drum”").waitFor();
		await page.getByRole("button", { name: "loud", exact: true }).click();
		await page.getByText("1 clip tagged “drum” and “loud”").waitFor();
		expect(await names()).toEqual(["Ba Dum"]);
		expect(page.url()).toBe(`${site.origin}/?tag=drum&tag=loud`);
		await page.getByRole("button", { name: "drum", exact: true }).click();
		await page.getByText("1 clip tagged “loud”").waitFor();
		await page.goBack();
		await page.getByText("1 clip tagged “drum” and “loud”").waitFor();
		await page.goto(site.origin);
	});

	test("favourites are searched by name", async () => {
		for (const slug of ["clip-0", "clip-2"]) {
			await page.locator(`[data-slug="${slug}"] .favourite`).click();
		}
		await page.getByRole("button", { name: /Favourites/ }).click();
		await page.getByText("2 favourites").waitFor();
		expect(await page.locator("#tags").isVisible()).toBe(false);
		await page.fill("#search", "hush");
		await page.getByText("1 favourite for “hush”").waitFor();
		expect(await names()).toEqual(["Hush"]);
		await page.fill("#search", "tss");
		await page.getByText("No favourite matches “tss”").waitFor();
		await page.fill("#search", "");
		await page.getByText("2 favourites").waitFor();
		expect(problemsOf(page)).toEqual([]);
	});
});

/** More than a page holds, and more tags than fit in a row: clip 1,040 has the tag of its number alone. */
const MANY = Array.from({ length: 1050 }, (_, i) => ({
	name: `Gong ${i}`,
	tags: `all, ${i < 1000 ? `group ${i % 40}` : `own ${i}`}`,
}));

describeInBrowser("a large catalogue with tags", (browser) => {
	for (const links of ["query", "path"] as const) {
		const site = testSite(MANY, () => ({ links }));
		const how = links === "query" ? "the host" : "the page";

		test(`has chips for the most frequent, and finds another by its address, where ${how} answers`, async () => {
			const page = await browser.page(site.origin, { serviceWorkers: "block" });
			expect(await page.locator("#tags button").count()).toBe(30);
			const chip = page.locator("#tags button").nth(29);
			await chip.click();
			await page.getByText(/^25 clips tagged/).waitFor();
			await page.goto(`${site.origin}/?tag=own+1040`);
			await page.getByText("1 clip tagged “own 1040”").waitFor();
			const own = page.getByRole("button", { name: "own 1040", exact: true });
			expect(await own.getAttribute("aria-pressed")).toBe("true");
			expect(await page.locator("#tags [tabindex='0']").allTextContents()).toEqual(["own 1040"]);
			await own.click();
			await page.getByText("1,050 clips", { exact: true }).waitFor();
			expect(problemsOf(page)).toEqual([]);
		});

		test(`brings a chosen tag into sight, where ${how} answers`, async () => {
			const viewport = { width: 390, height: 800 };
			const page = await browser.page("about:blank", { viewport, serviceWorkers: "block" });
			const last = "group 34";
			await page.goto(`${site.origin}/?tag=${encodeURIComponent(last)}`);
			await page.getByText(/^25 clips tagged/).waitFor();
			const chip = page.locator("#tags [aria-pressed=true]");
			expect(await chip.textContent()).toBe(last);
			const box = await chip.boundingBox();
			expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
			expect(await page.evaluate(() => scrollY)).toBe(0);
		});
	}
});
