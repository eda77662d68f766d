/**
 * The parts of the page do not overlap: small parts are fully visible, and parts that belong together are close
 * to each other.
 */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { describeInBrowser, PHONE } from "./browser.ts";
import { expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

const TAGS = "alarm, beast, crowd, doors, engines, fanfare";
const CLIPS = [
	{
		name: "Picture",
		slug: "picture",
		image: "dot.png",
		sound: "long.mp3",
		tags: TAGS,
		duration: 9.4,
	},
	...numbered("Gong", 60).map((clip) => ({ ...clip, sound: "long.mp3", tags: "alarm" })),
];

async function boxOf(part: Locator) {
	const box = await part.boundingBox();
	if (box === null) throw new Error("it is not shown");
	return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

describeInBrowser("the layout", (browser) => {
	const site = testSite(CLIPS);

	describe("in a large window,", () => {
		let page: Page;
		beforeAll(async () => {
			page = await browser.page(site.origin);
		});

		test.each([1440, 2560])("the search is centred at a width of %i px", async (width) => {
			await page.setViewportSize({ width, height: 900 });
			const search = await boxOf(page.locator("#search"));
			const board = await boxOf(page.locator("#board"));
			expect(search.x + search.right).toBeCloseTo(board.x + board.right, 0);
			const volume = await boxOf(page.locator("#volume-control"));
			const others = ["#favourites", "#show-options"].map((it) => boxOf(page.locator(it)));
			const [favourites, options] = await Promise.all(others);
			expect(volume.x - (favourites?.right ?? 0)).toBeCloseTo((options?.x ?? 0) - volume.right, 0);
		});

		test("a star has a whole disc under the pointer, beside the dome", async () => {
			const tile = page.locator('[data-slug="clip-1"]');
			await tile.locator(".favourite").hover();
			const disc = await boxOf(tile.locator(".favourite .icon"));
			const shown = await tile.locator(".favourite .icon").evaluate((it) => {
				const { backgroundColor, borderRadius } = getComputedStyle(it);
				return [backgroundColor !== "rgba(0, 0, 0, 0)", borderRadius];
			});
			expect(shown).toEqual([true, "50%"]);
			const dome = await boxOf(tile.locator(".stage"));
			const radius = (dome.width + disc.width) / 2;
			const across = dome.x + dome.width / 2 - disc.x - disc.width / 2;
			const down = dome.y + dome.height / 2 - disc.y - disc.height / 2;
			expect(Math.hypot(across, down)).toBeGreaterThan(radius);
		});

		test("the glyph on a picture has a disc behind it", async () => {
			const tile = page.locator('[data-slug="picture"]');
			await tile.locator(".push").click();
			const disc = tile.locator(".glyph");
			await expect.poll(() => disc.evaluate((it) => getComputedStyle(it).opacity)).toBe("1");
			expect(await disc.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe(
				"rgba(0, 0, 0, 0.6)",
			);
			await page.keyboard.press("Escape");
		});
	});

	describe("on a phone,", () => {
		let page: Page;
		beforeAll(async () => {
			page = await browser.page(`${site.origin}/clips/picture/`, PHONE);
			await page.getByText("61 clips").waitFor();
		});

		test("the row of tags has all the room beside the button, and the count is below", async () => {
			const tags = await boxOf(page.locator("#tags"));
			expect(tags.width).toBeGreaterThan(300);
			expect((await boxOf(page.locator("#said"))).y).toBeGreaterThanOrEqual(tags.bottom);
			await expectNoShift(page);
		});

		test("the time is beside its bar", async () => {
			const bar = await boxOf(page.locator(".featured .seek"));
			const text = await page.locator(".featured .time").evaluate((it) => {
				const range = document.createRange();
				range.selectNodeContents(it);
				return range.getBoundingClientRect().left;
			});
			expect(text - bar.right).toBeCloseTo(8, 0);
		});

		test("a sheet closes with a swipe down, and goes back after a short one", async () => {
			await page.locator("#board .about").first().click();
			const sheet = page.locator("#sheet");
			await sheet.getByText("Embed", { exact: true }).waitFor();
			const { x, y } = await boxOf(sheet);
			const client = await page.context().newCDPSession(page);
			const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
				client.send("Input.dispatchTouchEvent", {
					type,
					touchPoints: at === undefined ? [] : [{ x: x + 60, y: at }],
				});
			const swipe = async (down: number) => {
				await touch("touchStart", y + 30);
				for (const part of [0.3, 0.6, 1]) await touch("touchMove", y + 30 + part * down);
				await touch("touchEnd");
			};
			await swipe(50);
			await expect.poll(() => sheet.evaluate((it) => getComputedStyle(it).translate)).toBe("none");
			expect(await sheet.evaluate((it: HTMLDialogElement) => it.open)).toBe(true);
			await swipe(200);
			await sheet.waitFor({ state: "hidden" });
		});
	});
});
