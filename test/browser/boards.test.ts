/** Boards of a few clips, which can be arranged, and shared as links: keys play their large domes by position. */
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import {
	describeInBrowser,
	describeInBrowsers,
	notePlayed,
	PHONE,
	playedBy,
	problemsOf,
} from "./browser.ts";
import { expectAccessible, expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

const CLIPS = [
	...numbered("Gong", 12).map((clip) => ({ ...clip, sound: "long.mp3" })),
	{ slug: "gone", removed: "2026-11-21" },
	...numbered("Drum", 40),
];
const SLUGS = Array.from({ length: 12 }, (_, i) => `clip-${i}`);

const names = (page: Page) => page.locator("#board .name").allTextContents();
const caps = (page: Page) => page.locator("#board .cap").allTextContents();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const playing = (page: Page) =>
	page.locator('#board [data-state="playing"] .name').allTextContents();
/** The slugs of the favourites, as stored on the device. */
const kept = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		JSON.parse(localStorage.getItem("instants:/:favourites") ?? "[]").map(
			({ slug }: { slug: string }) => slug,
		),
	);

describeInBrowsers("a board", (browser) => {
	const site = testSite(CLIPS);

	/** Opens a page on a device that has the first clips as favourites. */
	async function openWith(favourites: number, path: string, options = {}): Promise<Page> {
		const page = await browser.page(`${site.origin}/docs/`, options);
		const clips = SLUGS.slice(0, favourites).map((slug, i) => {
			return { slug, name: `Gong ${i + 1}`, sound: "media/sounds/long.mp3" };
		});
		await page.evaluate(
			(text) => localStorage.setItem("instants:/:favourites", text),
			JSON.stringify(clips),
		);
		await notePlayed(page);
		await page.goto(`${site.origin}/${path}`);
		await page.locator('#board[aria-busy="false"]').waitFor({ state: "attached" });
		return page;
	}

	describe("of favourites", () => {
		let page: Page;
		beforeEach(async () => {
			page = await openWith(12, "?favourites");
			await page.locator(".cap").nth(11).waitFor();
		});

		test("fills the window without scrolling, and has a key for each clip", async () => {
			expect(await names(page)).toEqual(SLUGS.map((_, i) => `Gong ${i + 1}`));
			expect(await caps(page)).toEqual([..."1234567890", "Q", "W"]);
			const sizes = () =>
				page.evaluate(() => ({
					dome: document.querySelector(".stage")?.clientWidth ?? 0,
					isWhole:
						(document.querySelector("#board")?.getBoundingClientRect().bottom ?? 0) <= innerHeight,
					isWide: document.documentElement.scrollWidth > innerWidth,
				}));
			const large = await sizes();
			expect(large.isWhole).toBe(true);
			expect(large.dome).toBeGreaterThan(120);
			await expectNoShift(page);
			await expectAccessible(page);
			await page.setViewportSize({ width: 1440, height: 900 });
			await expect.poll(async () => (await sizes()).dome).toBeGreaterThan(large.dome);
			await page.setViewportSize({ width: 390, height: 844 });
			await expect.poll(async () => (await sizes()).dome).toBeLessThan(large.dome);
			expect(await sizes()).toMatchObject({ isWhole: true, isWide: false });
			// After the board is left, the tiles are as they were before.
			await button(page, "Favourites 12").click();
			await page.getByText("52 clips").waitFor();
			expect(await page.locator(".cap, .tools, .pads").count()).toBe(0);
			expect(problemsOf(page)).toEqual([]);
		});

		test("shows the characters printed on the keys, where the browser knows them", async () => {
			await page.addInitScript(() => {
				const printed = new Map([["KeyQ", "a"]]);
				const getLayoutMap = async () => printed;
				Object.defineProperty(navigator, "keyboard", { value: { getLayoutMap } });
			});
			await page.reload();
			await page.locator(".cap").nth(11).waitFor();
			expect((await caps(page)).slice(-3)).toEqual(["0", "A", "W"]);
			const push = page.locator("#board .push").nth(10);
			expect(await push.getAttribute("aria-keyshortcuts")).toBe("A");
		});

		test("leaves out only favourites that cannot be read", async () => {
			await page.evaluate(() => {
				const kept = JSON.parse(localStorage.getItem("instants:/:favourites") ?? "[]");
				const odd = [
					...[{ sound: "http://" }, { description: 5 }, { name: null }],
					...[{ duration: null }, { gain: "x" }, { slug: "a,b" }],
				];
				const all = [null, ...odd.map((it) => ({ ...kept[0], slug: "odd", ...it })), ...kept];
				localStorage.setItem("instants:/:favourites", JSON.stringify(all));
			});
			await page.reload();
			await page.getByText("12 favourites").waitFor();
			expect(await names(page)).toEqual(SLUGS.map((_, i) => `Gong ${i + 1}`));
			expect(problemsOf(page)).toEqual([]);
		});

		test("drops a dragged clip when arranging ends", async () => {
			await button(page, "Arrange").click();
			const stage = page.locator('#board [data-slug="clip-0"] .stage');
			const box = await stage.boundingBox();
			await stage.hover();
			await page.mouse.down();
			await button(page, "Arrange").evaluate((it: HTMLElement) => it.click());
			await page.mouse.move((box?.x ?? 0) + 3 * (box?.width ?? 0), box?.y ?? 0, { steps: 5 });
			await page.mouse.up();
			expect(await kept(page)).toEqual(SLUGS);
			expect(await page.locator(".dragged").count()).toBe(0);
		});

		test("restores only the favourite whose removal is undone", async () => {
			await page.locator('#board [data-slug="clip-11"] .favourite').click({ force: true });
			await button(page, "Arrange").click();
			await button(page, "Move later Gong 1").click();
			// This tile's clip is no longer a favourite.
			await button(page, "Remove Gong 12").click();
			await page.getByText("11 favourites").waitFor();
			await button(page, "Undo").click();
			await page.getByText("12 favourites").waitFor();
			expect(await kept(page)).toEqual(["clip-1", "clip-0", ...SLUGS.slice(2)]);
		});

		test("follows another tab that arranges it", async () => {
			const other = await page.context().newPage();
			await other.goto(`${site.origin}/docs/`);
			await other.evaluate(() => {
				const stored = JSON.parse(localStorage.getItem("instants:/:favourites") ?? "[]");
				localStorage.setItem("instants:/:favourites", JSON.stringify(stored.toReversed()));
			});
			const reversed = SLUGS.map((_, i) => `Gong ${12 - i}`);
			await expect.poll(() => names(page)).toEqual(reversed);
		});

		test("is played by keys: pressed, looped, paused and stopped", async () => {
			// Slow, so that no clip ends by itself on a busy machine.
			await page.evaluate(() => Object.assign(window, { rate: 0.25 }));
			await page.keyboard.press("1");
			await page.keyboard.press("w");
			await expect.poll(() => playing(page)).toEqual(["Gong 1", "Gong 12"]);
			await page.keyboard.press("Shift+KeyQ");
			await page.locator('.voice [aria-label="Loop Gong 11"][aria-pressed="true"]').waitFor();
			await page.keyboard.press("Space");
			await expect
				.poll(async () => (await playedBy(page)).map(({ paused }) => paused))
				.toEqual([true, true, true]);
			await page.keyboard.press("Space");
			await expect.poll(() => playing(page)).toEqual(["Gong 1", "Gong 11", "Gong 12"]);
			// Two presses, faster than the sounds can report that they are paused.
			await page.evaluate(() => {
				const space = { code: "Space", key: " ", bubbles: true };
				for (const type of ["keydown", "keydown"])
					document.body.dispatchEvent(new KeyboardEvent(type, space));
			});
			expect((await playedBy(page)).map(({ paused }) => paused)).not.toContain(true);
			await expect.poll(() => playing(page)).toHaveLength(3);
			await page.keyboard.press("Shift+KeyQ");
			await expect.poll(() => playing(page)).toEqual(["Gong 1", "Gong 12"]);
			await page.keyboard.press("Escape");
			await expect.poll(() => playing(page)).toEqual([]);
			// This key belongs to a place without a clip.
			await page.keyboard.press("e");
			// A key that is held down plays only once.
			await page.keyboard.down("2");
			await page.keyboard.down("2");
			await page.keyboard.up("2");
			await expect.poll(() => playing(page)).toEqual(["Gong 2"]);
		});

		test("ignores keys while someone types, keys for the browser, and all keys once they are turned off", async () => {
			await page.locator("#search").fill("");
			await page.locator("#search").press("1");
			await page.keyboard.press("Backspace");
			await page.locator("#search").evaluate((it: HTMLElement) => it.blur());
			await page.keyboard.press("Alt+2");
			await page.keyboard.press("?");
			const keys = page.getByRole("checkbox", { name: "Play boards with keys" });
			await keys.uncheck();
			await page.keyboard.press("3");
			await page.keyboard.press("Escape");
			await page.keyboard.press("4");
			expect(await caps(page)).toEqual([]);
			await page.reload();
			await page.locator("#board .push").nth(11).waitFor();
			await page.keyboard.press("5");
			expect(await caps(page)).toEqual([]);
			await page.keyboard.press("?");
			await keys.check();
			await page.keyboard.press("Escape");
			await page.keyboard.press("6");
			await expect.poll(() => playing(page)).toEqual(["Gong 6"]);
			expect(await playedBy(page)).toHaveLength(1);
		});

		test("is arranged by dragging, by keys and by buttons, and says where clips are", async () => {
			await button(page, "Arrange").click();
			const tile = (name: string) =>
				page.locator("#board .clip", { has: page.getByText(name, { exact: true }) });
			const middle = async (name: string) => {
				const box = await tile(name).locator(".stage").boundingBox();
				if (box === null) throw new Error(`${name} is not shown`);
				return [box.x + box.width / 2, box.y + box.height / 2] as const;
			};
			await page.mouse.move(...(await middle("Gong 1")));
			await page.mouse.down();
			await page.mouse.move(...(await middle("Gong 2")), { steps: 5 });
			await page.mouse.move(...(await middle("Gong 3")), { steps: 5 });
			await page.mouse.up();
			await expect
				.poll(async () => (await kept(page)).slice(0, 3))
				.toEqual(["clip-1", "clip-2", "clip-0"]);
			expect((await names(page)).slice(0, 3)).toEqual(["Gong 2", "Gong 3", "Gong 1"]);
			const said = page.locator(".tools [role=status]");
			expect(await said.textContent()).toBe("Gong 1, place 3 of 12");
			// Moves the clip back to the first place.
			await tile("Gong 1").locator(".push").focus();
			await page.keyboard.press("Alt+ArrowLeft");
			await page.keyboard.press("Alt+ArrowLeft");
			await page.keyboard.press("Alt+ArrowLeft");
			expect(await said.textContent()).toBe("Gong 1, place 1 of 12");
			expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Gong 1");
			await button(page, "Move later Gong 1").click();
			expect(await said.textContent()).toBe("Gong 1, place 2 of 12");
			await button(page, "Move earlier Gong 3").click();
			expect((await kept(page)).slice(0, 3)).toEqual(["clip-1", "clip-2", "clip-0"]);
			await expectAccessible(page);
			await button(page, "Remove Gong 2").click();
			await page.getByText("11 favourites").waitFor();
			await expect
				.poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
				.toBe("Remove Gong 3");
			expect((await names(page)).slice(0, 2)).toEqual(["Gong 3", "Gong 1"]);
			await button(page, "Undo").click();
			await page.getByText("12 favourites").waitFor();
			await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(["Gong 2", "Gong 3"]);
			await button(page, "Remove Gong 2").waitFor();
			await button(page, "Arrange").click();
			expect(await page.locator("[data-move]").count()).toBe(0);
			expect(await playedBy(page)).toEqual([]);
			// The keys belong to the places, not to the clips.
			await page.keyboard.press("1");
			await expect.poll(() => playing(page)).toEqual(["Gong 2"]);
			await page.reload();
			await page.locator("#board .push").nth(11).waitFor();
			expect((await names(page)).slice(0, 3)).toEqual(["Gong 2", "Gong 3", "Gong 1"]);
			expect(problemsOf(page)).toEqual([]);
		});
	});

	test("shares favourites as a link with a title", async () => {
		const page = await openWith(3, "?favourites");
		await page.evaluate(() => {
			const shared: unknown[] = [];
			Object.assign(window, { shared });
			Object.assign(navigator, { share: async (data: unknown) => void shared.push(data) });
		});
		await button(page, "Share").click();
		const dialog = page.getByRole("dialog", { name: "Share this board" });
		await dialog.getByLabel("Title").fill("Show & <b>tell</b>");
		await expectAccessible(page);
		await page.keyboard.press("Enter");
		await dialog.waitFor({ state: "detached" });
		expect(await button(page, "Share").and(page.locator(":focus")).count()).toBe(1);
		const url = `${site.origin}/?board=clip-0,clip-1,clip-2&title=Show+%26+%3Cb%3Etell%3C%2Fb%3E`;
		const shared = () => page.evaluate("shared");
		await expect.poll(shared).toEqual([{ title: "Show & <b>tell</b>", url }]);
		await page.goto(url);
		await page.getByRole("heading", { name: "Show & <b>tell</b>" }).waitFor();
		expect(await names(page)).toEqual(["Gong 1", "Gong 2", "Gong 3"]);
	});

	test("says how to add favourites if there are none", async () => {
		const page = await openWith(0, "?favourites");
		await page.getByText("Press ☆ on a clip").waitFor();
		expect(await page.locator(".tools button:visible").count()).toBe(0);
	});

	describe("from a link", () => {
		const link = "?board=clip-2,gone,nobody,clip-1,clip-20&title=Morning+show";

		test("shows its clips in order, marks removed ones, and counts unknown ones", async () => {
			const page = await openWith(2, link);
			await page.getByText("4 clips, 1 not found").waitFor();
			expect(await names(page)).toEqual(["Gong 3", "Removed clip", "Gong 2", "Drum 8"]);
			expect(await caps(page)).toEqual(["1", "3", "4"]);
			expect(await page.title()).toBe("“Morning show” – Instants");
			await expectNoShift(page);
			await expectAccessible(page);
			await page.keyboard.press("2");
			await page.keyboard.press("1");
			await expect.poll(() => playing(page)).toEqual(["Gong 3"]);
			// A board from a link is read-only.
			expect(await kept(page)).toEqual(["clip-0", "clip-1"]);
			expect(await page.locator(".arrange").count()).toBe(0);
			await button(page, "Keep this board").click();
			await page.getByText("Added 2 clips to your favourites.").waitFor();
			expect(await kept(page)).toEqual(["clip-0", "clip-1", "clip-2", "clip-20"]);
			await page.evaluate(() => {
				const stored = JSON.parse(localStorage.getItem("instants:/:favourites") ?? "[]");
				const later = { ...stored[0], slug: "later" };
				localStorage.setItem("instants:/:favourites", JSON.stringify([...stored, later]));
				// As if another tab had changed the favourites.
				dispatchEvent(new StorageEvent("storage", { key: "instants:/:favourites" }));
			});
			await button(page, "Undo").click();
			expect(await kept(page)).toEqual(["clip-0", "clip-1", "later"]);
			// Back returns to the board, as to any other view.
			await page.fill("#search", "drum 4");
			await page.getByText("2 clips for “drum 4”").waitFor();
			await page.goBack();
			await page.getByRole("heading", { name: "Morning show" }).waitFor();
			expect(page.url()).toBe(`${site.origin}/${link}`);
		});

		test("cannot be kept if all of its clips were removed", async () => {
			const page = await openWith(0, "?board=gone");
			await button(page, "Keep this board").click();
			await page.getByText("These clips were removed, so they can’t be kept.").waitFor();
			expect(await kept(page)).toEqual([]);
		});

		test("says if this site has none of its clips", async () => {
			const page = await openWith(0, "?board=nobody,no-one");
			await page.getByText("This site has none of the board’s clips.").waitFor();
			await button(page, "Show all clips").click();
			await page.getByText("52 clips").waitFor();
		});
	});
});

describeInBrowser(
	"a board under a finger",
	(browser) => {
		const site = testSite(CLIPS);

		test("is arranged after a press on Arrange, without playing or scrolling", async () => {
			const page = await browser.page(`${site.origin}/?board=clip-0,clip-1,clip-2,clip-3`, PHONE);
			await notePlayed(page);
			await button(page, "Keep this board").tap();
			await page.goto(`${site.origin}/?favourites`);
			await button(page, "Arrange").tap();
			const points = await page.locator("#board .stage").evaluateAll((all) =>
				all.map((stage) => {
					const { x, y, width, height } = stage.getBoundingClientRect();
					return { x: x + width / 2, y: y + height / 2 };
				}),
			);
			const session = await page.context().newCDPSession(page);
			const touch = (
				type: "touchStart" | "touchMove" | "touchEnd",
				...touchPoints: typeof points
			) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
			const [from, , , to] = points;
			if (from === undefined || to === undefined) throw new Error("the board lacks clips");
			await touch("touchStart", from);
			for (const part of [0.25, 0.5, 0.75, 1])
				await touch("touchMove", {
					x: from.x + part * (to.x - from.x),
					y: from.y + part * (to.y - from.y),
				});
			await touch("touchEnd");
			await expect.poll(() => kept(page)).toEqual(["clip-1", "clip-2", "clip-3", "clip-0"]);
			expect(await page.evaluate(() => scrollY)).toBe(0);
			expect(await playedBy(page)).toEqual([]);
		});
	},
	[],
	"chromium",
);

describeInBrowser("a board of forty clips", (browser) => {
	const slugs = Array.from({ length: 40 }, (_, i) => `clip-${100 + 3 * i}`);
	const records = numbered("Gong", 250);

	describe("on a host with code", () => {
		const site = testSite(records);

		test("requests at most six clips at a time", async () => {
			const page = await browser.page();
			let open = 0;
			const counts: number[] = [];
			await page.route("**/api/v1/instants/clip-*/", async (route) => {
				counts.push(++open);
				const response = await route.fetch();
				open--;
				await route.fulfill({ response });
			});
			await page.goto(`${site.origin}/?board=${slugs}`);
			await page.getByText("40 clips").waitFor();
			expect(counts).toHaveLength(40);
			expect(Math.max(...counts)).toBeLessThanOrEqual(6);
			expect(await caps(page)).toEqual([..."1234567890QWERTYUIOPASDFGHJKL;ZXCVBNM,./"]);
			// If there were no clip in this place, its key would go to the search.
			await page.keyboard.press("/");
			await expect.poll(() => page.locator('#board [data-state="silent"]').count()).toBe(39);
			expect(await page.evaluate(() => document.activeElement?.id)).toBe("");
		});
	});

	describe("where the page reads files itself", () => {
		const site = testSite(records, () => ({ runsCode: false }));

		test("reads only a few files", async () => {
			const page = await browser.page(`${site.origin}/docs/`);
			const read: string[] = [];
			page.on("request", (request) => {
				if (/\/(?:api|v1)\//.test(request.url())) read.push(request.url());
			});
			await page.goto(`${site.origin}/?board=${slugs}`);
			await page.getByText("40 clips").waitFor();
			expect(read.length).toBeLessThan(15);
			expect(read.length).toBe(new Set(read).size);
		});
	});
});
