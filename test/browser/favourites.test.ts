/** Favourites have keys and an order of their own. */
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("favourites", (browser) => {
	const site = testSite(numbered("Gong", 45).map((clip) => ({ ...clip, sound: "long.mp3" })));
	let page: Page;
	const names = () => page.locator("#board [data-slug] .name").allTextContents();
	const tile = (name: string) =>
		page.locator("#board .clip").filter({ has: page.getByText(name, { exact: true }) });

	/** The favourites are Gong 1 to Gong `count`. */
	async function openWith(count: number): Promise<void> {
		page = await browser.page(site.origin, { serviceWorkers: "block" });
		await page.evaluate(async (count) => {
			const clips = [];
			for (let number = 1; number <= Math.ceil(count / 10); number++) {
				const answer = await fetch(`/api/v1/instants/?page=${number}`);
				clips.push(...(await answer.json()).results);
			}
			localStorage.setItem("instants:/:favourites", JSON.stringify(clips.slice(0, count)));
		}, count);
		await page.goto(`${site.origin}/?favourites`);
		await page.getByText(`${count} favourites`).waitFor();
		// The page loads what puts them in order when it is first used.
		await Promise.all([
			page.waitForResponse("**/assets/later-*.js"),
			page.locator("#favourites").hover(),
		]);
	}

	beforeEach(() => openWith(5));

	test("are played by the keys 1 to 9, which their tiles name", async () => {
		const key = (name: string) =>
			tile(name).evaluate((it) => getComputedStyle(it, "::after").content);
		expect(await key("Gong 3")).toBe('"3"');
		await page.goto(site.origin);
		await page.getByText("45 clips").waitFor();
		expect(await key("Gong 2")).toBe('"2"');
		expect(await key("Gong 6")).toBe("none");
		await page.keyboard.press("2");
		await page.locator('.clip[data-slug="clip-1"][data-state="playing"]').waitFor();
		await page.keyboard.press("2");
		await page.locator('.clip[data-slug="clip-1"][data-state="silent"]').waitFor();
		await page.keyboard.press("9");
		await page.locator("#volume").focus();
		await page.keyboard.down("2");
		await page.locator('.clip[data-slug="clip-1"][data-state="playing"]').waitFor();
		await page.keyboard.down("2");
		await page.keyboard.up("2");
		await page.locator('.clip[data-slug="clip-1"][data-state="playing"]').waitFor();
		await page.keyboard.press("2");
		await page.locator('.clip[data-slug="clip-1"][data-state="silent"]').waitFor();
		await page.keyboard.press("/");
		await page.keyboard.type("1");
		expect(await page.inputValue("#search")).toBe("1");
		expect(await page.locator('[data-state="playing"], [data-state="loading"]').count()).toBe(0);
		await expectAccessible(page);
	});

	test("change places by Shift and an arrow, and keep them", async () => {
		await tile("Gong 2").locator(".push").focus();
		await page.keyboard.press("Shift+ArrowRight");
		await page.getByText("“Gong 2” moved to place 3 of 5.").waitFor();
		expect(await names()).toEqual(["Gong 1", "Gong 3", "Gong 2", "Gong 4", "Gong 5"]);
		expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Gong 2");
		await page.keyboard.press("Shift+End");
		await page.getByText("“Gong 2” moved to place 5 of 5.").waitFor();
		await page.reload();
		await page.getByText("5 favourites").waitFor();
		expect(await names()).toEqual(["Gong 1", "Gong 3", "Gong 4", "Gong 5", "Gong 2"]);
	});

	test("change places by the sheet, which offers it among favourites alone", async () => {
		await tile("Gong 5").hover();
		await page.getByRole("button", { name: "More about Gong 5" }).click();
		await page.getByRole("button", { name: "Move earlier" }).click();
		await page.getByText("“Gong 5” moved to place 4 of 5.").waitFor();
		expect((await names()).slice(3)).toEqual(["Gong 5", "Gong 4"]);
		for (const [name, isFirst, isLast] of [
			["Gong 1", true, false],
			["Gong 4", false, true],
		] as const) {
			await tile(name).hover();
			await page.getByRole("button", { name: `More about ${name}` }).click();
			const isDisabled = (move: string) => page.getByRole("button", { name: move }).isDisabled();
			expect([await isDisabled("Move earlier"), await isDisabled("Move later")]).toEqual([
				isFirst,
				isLast,
			]);
			await page.keyboard.press("Escape");
		}
		await page.goto(site.origin);
		await page.getByText("45 clips").waitFor();
		await tile("Gong 5").hover();
		await page.getByRole("button", { name: "More about Gong 5" }).click();
		await page.getByRole("button", { name: "Copy link" }).waitFor();
		expect(await page.getByRole("button", { name: "Move earlier" }).isVisible()).toBe(false);
	});

	test("are dragged with the mouse to another place, and do not play", async () => {
		await tile("Gong 5").locator(".dome").hover();
		await page.mouse.down();
		const there = await tile("Gong 2").locator(".dome").boundingBox();
		await page.mouse.move(there?.x ?? 0, there?.y ?? 0, { steps: 10 });
		await page.mouse.up();
		await page.getByText("“Gong 5” moved to place 2 of 5.").waitFor();
		expect(await names()).toEqual(["Gong 1", "Gong 5", "Gong 2", "Gong 3", "Gong 4"]);
		expect(await page.locator('[data-state="playing"]').count()).toBe(0);
		expect(problemsOf(page)).toEqual([]);
	});

	test("are dropped where the mouse is, also beside a clip that is no favourite any more", async () => {
		await tile("Gong 2").hover();
		await tile("Gong 2").locator(".favourite").click();
		await page.getByText("4 favourites").waitFor();
		await tile("Gong 5").locator(".dome").hover();
		await page.mouse.down();
		const there = await tile("Gong 3").locator(".dome").boundingBox();
		await page.mouse.move(there?.x ?? 0, there?.y ?? 0, { steps: 10 });
		await page.mouse.up();
		await expect.poll(names).toEqual(["Gong 1", "Gong 5", "Gong 3", "Gong 4"]);
	});

	test("are counted as they are shown when one is added that the board does not show", async () => {
		await page.evaluate(() => {
			const key = "instants:/:favourites";
			localStorage.setItem(
				key,
				JSON.stringify(JSON.parse(localStorage.getItem(key) ?? "").slice(1)),
			);
		});
		await page.goto(site.origin);
		await page.getByText("45 clips").waitFor();
		await tile("Gong 1").locator(".push").click();
		await page.locator("#favourites").click();
		await page.getByText("4 favourites").waitFor();
		await page.locator("#strip").getByRole("button", { name: "More about Gong 1" }).click();
		await page.locator("#sheet").getByRole("button", { name: "Favourite" }).click();
		await page.getByText("5 favourites").waitFor();
		await expect.poll(names).toEqual(["Gong 2", "Gong 3", "Gong 4", "Gong 5", "Gong 1"]);
	});

	test("leave nothing to chance once all their stars are gone", async () => {
		const random = page.getByRole("button", { name: "Play a random clip" });
		expect(await random.isVisible()).toBe(true);
		for (const n of [1, 2, 3, 4, 5]) {
			await tile(`Gong ${n}`).hover();
			await tile(`Gong ${n}`).locator(".favourite").click();
		}
		await page.getByText("0 favourites").waitFor();
		expect(await random.isVisible()).toBe(false);
	});

	test("that are many stay complete when one is moved", async () => {
		await openWith(45);
		await tile("Gong 2").locator(".push").focus();
		await page.keyboard.press("Shift+End");
		await page.getByText("“Gong 2” moved to place 45 of 45.").waitFor();
		await page.keyboard.press("End");
		await expect.poll(names).toHaveLength(45);
		expect((await names()).toSorted()).toHaveLength(new Set(await names()).size);
	});
});
