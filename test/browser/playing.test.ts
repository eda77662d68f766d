/** Pressing a button plays its clip, a strip shows what is playing, and Escape stops everything. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowsers, notePlayed, playedBy, problemsOf, timersRun } from "./browser.ts";
import { expectAccessible, expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowsers("the soundboard", (browser) => {
	const site = testSite([
		...numbered("Boom", 20),
		...numbered("Long boom", 4).map((clip) => ({ ...clip, sound: "long.mp3" })),
		{ name: "A name that goes on and on ".repeat(4), sound: "long.mp3" },
		{ name: "A name without an end ".repeat(40), sound: "long.mp3" },
	]);
	let page: Page;

	beforeAll(async () => {
		page = await browser.page(site.origin);
		await notePlayed(page);
		await page.reload();
	});

	const push = (n: number) => page.locator(".push").nth(n);
	const long = (n: number) => page.locator(".push", { hasText: `Long boom ${n}` });
	const voices = () => page.locator("#strip .voice:not(.over) .voice-name").allTextContents();
	const button = (name: string) => page.locator("#strip").getByRole("button", { name });
	const stateOf = (n: number) => page.locator(".clip").nth(n).getAttribute("data-state");
	const times = async () => (await playedBy(page)).map(({ currentTime }) => currentTime);

	test("a clip plays and shows its progress", async () => {
		await long(1).click();
		await expect.poll(async () => (await times())[0]).toBeGreaterThan(0.05);
		expect(await long(1).getAttribute("aria-pressed")).toBe("true");
		/** The classes of the elements that a frame restyles. */
		const progress = () =>
			page.evaluate(() =>
				[...document.querySelectorAll("body *")]
					.filter((it) => Number(getComputedStyle(it).getPropertyValue("--progress")) > 0)
					.map(({ className }) => className),
			);
		await expect.poll(progress).toEqual(["ring"]);
		expect(problemsOf(page)).toEqual([]);
	});

	test("several clips play at once, and each stops on its own", async () => {
		await page.keyboard.press("Escape");
		await long(1).click();
		await long(2).click();
		await expect.poll(() => page.locator("#stop").innerText()).toBe("Stop all");
		expect(await voices()).toEqual(["Long boom 2", "Long boom 1"]);
		await long(1).click();
		expect(await long(1).getAttribute("aria-pressed")).toBe("false");
		expect(await long(2).getAttribute("aria-pressed")).toBe("true");
		expect(await voices()).toEqual(["Long boom 2"]);
		expect(await page.locator("#stop").isVisible()).toBe(false);
	});

	test("a second press starts a short clip over", async () => {
		await page.keyboard.press("Escape");
		// Played slowly from its first moment, so that it has not ended when a busy machine checks.
		await page.evaluate("rate = 0.1");
		await push(6).click();
		await page.evaluate("rate = 1");
		const glyph = page.locator(".clip").nth(6).locator(".glyph use");
		await expect.poll(() => glyph.getAttribute("href")).toBe("#i-restart");
		const before = (await times()).length;
		await page.evaluate("played.at(-1).currentTime = 0.4");
		await expect.poll(async () => (await times()).at(-1)).toBeGreaterThan(0.3);
		await push(6).click();
		expect((await times()).at(-1)).toBeLessThan(0.3);
		expect(await push(6).getAttribute("aria-pressed")).toBe("true");
		expect((await times()).length).toBe(before);
	});

	test("the strip loops, seeks, pauses and stops a clip, and gives focus back to it", async () => {
		await page.keyboard.press("Escape");
		await push(7).click();
		await button("Loop Boom 8").click();
		await expect.poll(async () => (await times()).at(-1)).toBeGreaterThan(0.5);
		await expect.poll(async () => (await times()).at(-1)).toBeLessThan(0.4);
		await long(1).click();
		await expect.poll(async () => (await times()).at(-1)).toBeGreaterThan(0.5);
		const bar = page.getByRole("slider", { name: "Position in Long boom 1" });
		await button("Pause").first().click();
		await expect.poll(() => stateOf(20)).toBe("paused");
		await bar.press("Home");
		await expect.poll(async () => (await times()).at(-1)).toBe(0);
		await bar.fill("1.5");
		expect(await page.locator(".voice .time").first().textContent()).toMatch(/^1\.5 \/ \d\.\d s$/);
		await button("Play").click();
		await expect.poll(async () => (await times()).at(-1)).toBeGreaterThan(1.5);
		await button("Stop Long boom 1").press("Enter");
		expect(await voices()).toEqual(["Boom 8"]);
		expect(await button("Stop Boom 8").evaluate((it) => it === document.activeElement)).toBe(true);
		await page.keyboard.press("Enter");
		await page.locator("#strip").waitFor({ state: "hidden" });
		expect(await push(7).evaluate((it) => it === document.activeElement)).toBe(true);
	});

	test("Escape closes an open dialog while the clips play on, and then stops them all", async () => {
		await long(1).click();
		await push(3).click();
		await page.locator(".about").first().click();
		await page.locator("#sheet").waitFor();
		await page.keyboard.press("Escape");
		await page.locator("#sheet").waitFor({ state: "hidden" });
		expect(await voices()).toContain("Long boom 1");
		await page.keyboard.press("Escape");
		expect(await page.locator('.push[aria-pressed="true"]').count()).toBe(0);
		await page.locator("#strip").waitFor({ state: "hidden" });
		// The sounds fade out.
		await expect.poll(async () => (await playedBy(page)).every(({ paused }) => paused)).toBe(true);
	});

	test("a clip that has ended is no longer shown as playing, and can be repeated", async () => {
		await push(4).click();
		await button("Close Boom 5").waitFor();
		expect(await push(4).getAttribute("aria-pressed")).toBe("false");
		await button("Loop Boom 5").click();
		await expect.poll(voices).toEqual(["Boom 5"]);
		await button("Loop Boom 5").click();
		await button("Close Boom 5").click();
		await page.locator("#strip").waitFor({ state: "hidden" });
		expect(await push(4).evaluate((it) => it === document.activeElement)).toBe(true);
	});

	test("a long press plays too, once, whether its click comes or not", async () => {
		await page.keyboard.press("Escape");
		await push(22).scrollIntoViewIfNeeded();
		const { x = 0, y = 0, width = 0 } = (await push(22).locator(".stage").boundingBox()) ?? {};
		const at = { clientX: x + width / 2, clientY: y + width / 2, pointerType: "touch" };
		for (const [type, clientX, shown] of [
			["none", at.clientX, "playing"],
			["click", at.clientX, "playing"],
			// The pointer has left the dome.
			["none", at.clientX - width, "silent"],
		] as const) {
			for (const down of ["pointerdown", "pointerup"])
				await push(22).dispatchEvent(down, { ...at, clientX, bubbles: true });
			if (type === "click") await push(22).dispatchEvent("click", { detail: 1 });
			// Twice as long as the page waits for a finger's click.
			await timersRun(page, 100);
			await expect.poll(() => stateOf(22)).toBe(shown);
			await page.keyboard.press("Escape");
			await expect.poll(() => stateOf(22)).toBe("silent");
		}
	});

	/** Sends an event to the last sound, as the device would. */
	const tell = (event: string) =>
		page.evaluate(`played.at(-1).dispatchEvent(new Event("${event}"))`);

	test("a clip that the device pauses looks paused, and continues at a press", async () => {
		await page.keyboard.press("Escape");
		await long(3).click();
		await expect.poll(() => stateOf(22)).toBe("playing");
		await expect.poll(async () => (await times()).at(-1)).toBeGreaterThan(0.1);
		await page.evaluate("played.at(-1).pause()");
		await expect.poll(() => stateOf(22)).toBe("paused");
		expect(await long(3).getAttribute("aria-pressed")).toBe("false");
		const glyph = page.locator(".clip").nth(22).locator(".glyph use");
		expect(await glyph.getAttribute("href")).toBe("#i-play");
		const count = (await times()).length;
		await long(3).click();
		await expect.poll(() => stateOf(22)).toBe("playing");
		// The same audio element resumes where it left off.
		const after = await times();
		expect(after.length).toBe(count + 1);
		expect(after.at(-1)).toBeGreaterThan(0.1);
	});

	test("a clip shows that it waits for the network, and stops if its sound breaks off", async () => {
		await tell("waiting");
		expect(await stateOf(22)).toBe("loading");
		const ring = page.locator(".clip").nth(22).locator(".ring");
		// A fifth of a turn, however far the clip has played.
		expect(await ring.evaluate((it) => getComputedStyle(it).backgroundImage)).toMatch(
			/0\.2turn|72deg/,
		);
		// In steps, since each frame is drawn by the page.
		expect(await ring.evaluate((it) => getComputedStyle(it).animationTimingFunction)).toContain(
			"steps",
		);
		await tell("playing");
		expect(await stateOf(22)).toBe("playing");
		await tell("error");
		expect(await stateOf(22)).toBe("silent");
		await page.getByText("“Long boom 3” could not be played.").waitFor();
	});

	test("the strip does not move while its clips end, and closes with the last one", async () => {
		const viewport = { width: 390, height: 844 };
		const phone = await browser.page("about:blank", { viewport });
		await notePlayed(phone);
		await phone.clock.install();
		await phone.goto(site.origin);
		for (const n of [20, 21, 22]) await phone.locator(".push").nth(n).dispatchEvent("click");
		await phone.locator(".voice").nth(2).waitFor();
		const loaded = "played.filter(({ duration }) => duration > 0).length";
		await expect.poll(() => phone.evaluate(loaded)).toBe(3);
		await phone.evaluate(async () => {
			const moved: PerformanceEntry[] = [];
			Object.assign(window, { moved });
			// By then the strip has grown, as a result of the clicks.
			await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
			new PerformanceObserver((list) => moved.push(...list.getEntries())).observe({
				type: "layout-shift",
			});
			// Moves the clips close to their ends, so that they end one after the other.
			const { played } = window as unknown as { played: HTMLMediaElement[] };
			for (const [i, it] of played.entries()) it.currentTime = it.duration - 0.3 * (i + 1);
		});
		await phone.locator(".voice.over").nth(2).waitFor();
		await phone.clock.fastForward(5000);
		await phone.locator("#strip").waitFor({ state: "hidden" });
		expect(await phone.evaluate("moved.length")).toBe(0);
		await phone.locator(".push").nth(2).click();
		await expect.poll(() => phone.locator(".voice").count()).toBe(1);
	});

	test("on a phone held sideways, the strip has one row with everything", async () => {
		const phone = await browser.page(site.origin, { viewport: { width: 844, height: 390 } });
		for (const n of [20, 21]) await phone.locator(".push").nth(n).dispatchEvent("click");
		const strip = phone.locator("#strip");
		await phone.getByRole("button", { name: "Stop all" }).waitFor();
		expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(64);
		await phone.getByRole("slider", { name: "Position in Long boom 2" }).fill("1.5");
		await strip.getByRole("button", { name: "Pause" }).first().click();
		await phone.locator('.clip[data-state="paused"]', { hasText: "Long boom 2" }).waitFor();
	});

	test.each([
		[1280, 800, 5],
		[390, 844, 6],
		[360, 740, 5],
		[844, 390, 3],
	])(
		"at %i × %i, the strip counts the clips out of sight, opens them all, and cuts none",
		async (width, height, all) => {
			const other = await browser.page(site.origin, { viewport: { width, height } });
			for (let n = 16; n < 16 + all; n++) {
				await other.locator(".push").nth(n).dispatchEvent("click");
				await other
					.locator(".voice")
					.nth(n - 16)
					.waitFor({ state: "attached" });
				await other.locator(".voice .loop").first().dispatchEvent("click");
			}
			/** How many clips have their top edge in sight, and how many their bottom edge. */
			const inSight = () =>
				other.locator("#voices").evaluate((list) => {
					const { bottom } = list.getBoundingClientRect();
					const boxes = Array.from(list.children, (it) => it.getBoundingClientRect());
					// Positions are off by up to half a pixel on some screens.
					const edges = [boxes.map(({ top }) => top + 1), boxes.map(({ bottom }) => bottom)];
					return edges.map((all) => all.filter((edge) => edge < bottom + 0.5).length);
				});
			await other.getByRole("button", { name: "2 more" }).click();
			await expect.poll(inSight).toEqual([all, all]);
			await expectAccessible(other);
			await other.getByRole("button", { name: "Fewer" }).click();
			await expect.poll(inSight).toEqual([all - 2, all - 2]);
		},
	);

	test("the strip takes a fifth of a phone at most, however many clips play and however long their names are", async () => {
		const viewport = { width: 360, height: 740 };
		const phone = await browser.page(site.origin, { viewport });
		await phone.locator(".push").nth(25).waitFor({ state: "attached" });
		// Measured at the same moment, since all of them may move.
		const boxes = (...selectors: string[]) =>
			phone.evaluate((selectors) => {
				return selectors.map((selector) => {
					const box = document.querySelector(selector)?.getBoundingClientRect();
					return box?.toJSON() as DOMRect;
				});
			}, selectors);
		for (const n of [25, 24, 23, 22, 21]) {
			// A mouse click would also move things, which this test is not about.
			await phone.locator(".push").nth(n).dispatchEvent("click");
			await phone
				.locator(".voice")
				.nth(25 - n)
				.waitFor({ state: "attached" });
			await phone.locator(".voice .loop").first().dispatchEvent("click");
			const [strip, voice, list, stop] = await boxes("#strip", ".voice", "#voices", ".silence");
			expect(strip?.height).toBeLessThanOrEqual(viewport.height / 5);
			expect(voice?.height).toBeLessThanOrEqual(40);
			expect(stop?.right).toBeLessThanOrEqual(list?.right ?? 0);
			expect(stop?.top).toBeGreaterThanOrEqual(list?.top ?? Number.NaN);
			expect(stop?.bottom).toBeLessThanOrEqual(list?.bottom ?? 0);
			if (n === 25) await expectNoShift(phone);
		}
		await expect.poll(() => phone.locator("#others").innerText()).toBe("2 more");
		for (let i = 0; i < 2; i++)
			await phone.locator(".clip .favourite").nth(25).dispatchEvent("click");
		await phone.getByText("Removed from favourites.").waitFor();
		const [strip, notice] = await boxes("#strip", "#notice");
		const said = (strip?.bottom ?? Number.NaN) - (notice?.top ?? 0);
		expect(said).toBeLessThanOrEqual(viewport.height / 5);
		const stop = phone.getByRole("button", { name: "Stop all", exact: true });
		expect((await stop.boundingBox())?.width).toBeGreaterThanOrEqual(44);
		await stop.click();
		await phone.locator("#strip").waitFor({ state: "hidden" });
	});
});

describeInBrowsers("a dome", (browser) => {
	const site = testSite([...numbered("Boom", 3), { name: "Long", sound: "long.mp3" }]);

	/** The board, the sounds that it has requested, and what became of the requests. */
	async function opened(saveData = false) {
		const page = await browser.page();
		const asked: string[] = [];
		page.on("request", (request) => {
			const [, sound] = /\/sounds\/(\w+)\.mp3/.exec(request.url()) ?? [];
			if (sound !== undefined) asked.push(sound);
		});
		await page.addInitScript((saveData) => {
			const made: HTMLAudioElement[] = [];
			const noted = new Proxy(Audio, {
				construct: (target, [src]: [string?]) => {
					const audio = new target(src);
					if (src !== undefined) made.push(audio);
					return audio;
				},
			});
			Object.assign(window, { made, Audio: noted });
			if (saveData) Object.defineProperty(navigator, "connection", { value: { saveData } });
		}, saveData);
		await page.goto(site.origin);
		await page.locator("#board [data-slug]").nth(3).waitFor();
		/** For each sound, whether the page still keeps it. */
		const kept = () => page.evaluate('made.map((it) => it.hasAttribute("src"))');
		const rest = (n: number) => page.locator("#board .push").nth(n).hover();
		const state = (n: number) => page.locator("#board .clip").nth(n).getAttribute("data-state");
		return { page, asked, kept, rest, state };
	}

	test("requests its sound while a pointer or focus rests on it, two at most", async () => {
		const { page, asked, kept, rest } = await opened();
		await rest(0);
		await expect.poll(() => asked).toEqual(["0"]);
		// A pointer that only crosses a dome requests nothing.
		await page.evaluate(() => {
			for (const dome of [...document.querySelectorAll("#board .push")].slice(1, 3)) {
				dome.dispatchEvent(
					new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }),
				);
			}
		});
		await expect.poll(() => asked).toEqual(["0", "2"]);
		await page.locator("#board .push").nth(3).focus();
		await expect.poll(() => asked).toEqual(["0", "2", "long"]);
		expect(await kept()).toEqual([false, true, true]);
	});

	test("plays the requested sound as a mouse goes down on it, and not again as it goes up", async () => {
		const { page, asked, rest, state } = await opened();
		await rest(3);
		await expect.poll(() => asked.length).toBeGreaterThan(0);
		await page.mouse.down();
		await expect.poll(() => state(3)).toBe("playing");
		await page.mouse.up();
		expect(await state(3)).toBe("playing");
		expect(new Set(asked)).toEqual(new Set(["long"]));
		expect(await page.evaluate("made.length")).toBe(1);
		await page.keyboard.press("Enter");
		await expect.poll(() => state(3)).toBe("silent");
	});

	test("requests its sound as a finger goes down, and drops it when the finger scrolls", async () => {
		const { page, asked, kept, state } = await opened();
		const touch = { pointerType: "touch", pointerId: 1, bubbles: true };
		await page.locator("#board .push").nth(1).dispatchEvent("pointerdown", touch);
		await expect.poll(() => asked).toEqual(["1"]);
		expect(await state(1)).toBe("silent");
		await page.locator("#board .push").nth(1).dispatchEvent("pointercancel", touch);
		expect(await kept()).toEqual([false]);
	});

	test("requests nothing before a press with Data Saver on", async () => {
		const { page, asked, rest, state } = await opened(true);
		await rest(3);
		// Twice as long as a pointer must rest.
		await timersRun(page, 120);
		expect(asked).toEqual([]);
		await page.mouse.down();
		await expect.poll(() => state(3)).toBe("playing");
	});

	test.for([
		["with Ctrl", { modifiers: ["ControlOrMeta" as const] }],
		["with the middle button", { button: "middle" as const }],
	] as const)("clicked %s opens the page of its clip in another tab, silently", async ([, how]) => {
		const { page, state } = await opened();
		const [other] = await Promise.all([
			page.context().waitForEvent("page"),
			page
				.locator("#board .push")
				.nth(3)
				.click({ ...how, modifiers: [...("modifiers" in how ? how.modifiers : [])] }),
		]);
		await other.waitForURL(`${site.origin}/clips/clip-3/`);
		expect(await state(3)).toBe("silent");
	});

	test("is silent while the speaker is off, as loud as before when it is on again, and after a reload", async () => {
		const { page } = await opened();
		await page.locator("#volume").fill("40");
		const mute = page.getByRole("button", { name: "Mute" });
		await mute.click();
		expect([
			await page.locator("#volume").inputValue(),
			await mute.getAttribute("aria-pressed"),
		]).toEqual(["0", "true"]);
		await mute.click();
		expect(await page.locator("#volume").inputValue()).toBe("40");
		await page.reload();
		expect(await page.locator("#volume").inputValue()).toBe("40");
	});
});
