/** How sounds play: length, loudness, and how they end. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, notePlayed, playedBy, problemsOf } from "./browser.ts";
import { testSite } from "./site.ts";

const RECORDS = [
	{ name: "Loud", duration: 2.345, gain: -6.02 },
	{ name: "Quiet", duration: 75.2, gain: 9 },
	{ name: "Unknown" },
	{ name: "Short", duration: 1.5 },
].map((record) => ({ ...record, sound: "long.mp3" }));

describeInBrowser("a sound", (browser) => {
	const site = testSite(RECORDS);
	let page: Page;
	beforeAll(async () => {
		page = await browser.page();
		await notePlayed(page);
		await page.addInitScript(() => {
			const noted = { heard: [] as number[], shared: [] as unknown[] };
			Object.assign(window, noted);
			const volume = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "volume") ?? {};
			Object.defineProperty(HTMLMediaElement.prototype, "volume", {
				...volume,
				set(now: number) {
					if (!this.paused) noted.heard.push(now);
					volume.set?.call(this, now);
				},
			});
			Object.assign(navigator, { share: async (data: ShareData) => void noted.shared.push(data) });
		});
		await page.goto(site.origin);
		await page.getByText("4 clips").waitFor();
	});
	const tile = (n: number) => page.locator(`#board [data-slug="clip-${n}"]`);
	/** The volumes of sounds while they played. */
	const heard = () => page.evaluate<number[]>("heard");
	const volumes = async () => (await playedBy(page)).map(({ volume }) => volume);

	test("is attenuated as its record says and never amplified, at any volume", async () => {
		for (const name of ["Loud, 2.3 s", "Quiet, 1:15", "Unknown"]) {
			await page.locator("#board").getByRole("button", { name, exact: true }).click();
		}
		await expect.poll(async () => (await volumes()).length).toBe(3);
		const [loud = 0, ...others] = await volumes();
		expect(loud).toBeCloseTo(0.5, 2);
		expect(others).toEqual([1, 1]);
		await page.locator("#volume").fill("50");
		await expect.poll(volumes).toEqual([loud / 2, 0.5, 0.5]);
		await page.keyboard.press("Escape");
	});

	test("lasts as long as its record says, whatever the header of the file says", async () => {
		for (const [n, seconds, glyph] of [
			[1, 75.2, "#i-stop"],
			[3, 1.5, "#i-restart"],
		] as const) {
			await tile(n).locator(".push").click();
			await expect.poll(() => tile(n).getAttribute("data-state")).toBe("playing");
			expect(await tile(n).locator(".glyph use").getAttribute("href")).toBe(glyph);
			const share = async () => {
				const ring = tile(n).locator(".ring");
				const progress = await ring.evaluate((it) => it.style.getPropertyValue("--progress"));
				return (Number(progress) * seconds) / ((await playedBy(page)).at(-1)?.currentTime ?? 0);
			};
			await expect.poll(async () => Math.round((await share()) * 5) / 5).toBe(1);
			await page.keyboard.press("Escape");
		}
	});

	test("fades out when it is stopped, and is then released", async () => {
		await page.locator("#volume").fill("80");
		await tile(1).locator(".push").click();
		await expect.poll(() => tile(1).getAttribute("data-state")).toBe("playing");
		// Wait until the sounds of earlier tests have faded out.
		const playing = async () => (await playedBy(page)).filter(({ paused }) => !paused).length;
		await expect.poll(playing).toBe(1);
		const before = (await heard()).length;
		await tile(1).locator(".push").click();
		await expect.poll(() => tile(1).getAttribute("data-state")).toBe("silent");
		await expect.poll(async () => (await heard()).at(-1)).toBeLessThan(0.15);
		const steps = (await heard()).slice(before);
		expect(steps.length).toBeGreaterThan(4);
		expect(steps).toEqual(steps.toSorted((a, b) => b - a));
		expect(steps[0]).toBeLessThan(0.8);
	});

	test("is shared as a link to its page where the device can, and its card stays open", async () => {
		await page.getByRole("button", { name: "More about Loud" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Share" }).click();
		const url = `${site.origin}/clips/clip-0/`;
		await expect.poll(() => page.evaluate("shared")).toEqual([{ title: "Loud", url }]);
		expect(await page.getByRole("dialog").isVisible()).toBe(true);
		await page.keyboard.press("Escape");
	});

	test("shows its length in a list and on its page", async () => {
		expect(await page.locator("#volume-control").isVisible()).toBe(true);
		const details = () => page.locator("#board .detail").allTextContents();
		await expect.poll(details).toEqual(["2.3 s", "1:15", "", "1.5 s"]);
		await page.goto(`${site.origin}/clips/clip-1/`);
		await page.locator("#featured .push").waitFor();
		expect(await page.locator("#featured .time").textContent()).toBe("0:00 / 1:15");
		expect(problemsOf(page)).toEqual([]);
	});

	test("stops while it loops, even where the volume always reads 1, as on iPhones", async () => {
		const other = await browser.page();
		await notePlayed(other);
		await other.addInitScript(() => {
			const ignored = { get: () => 1, set: () => {} };
			Object.defineProperty(HTMLMediaElement.prototype, "volume", ignored);
		});
		await other.goto(site.origin);
		await other.locator("#board .push").first().click();
		await other.locator('.clip[data-state="playing"]').waitFor();
		await other.locator(".loop").click();
		await expect.poll(async () => (await playedBy(other)).map(({ volume }) => volume)).toEqual([1]);
		await other.locator(".silence").click();
		const paused = async () => (await playedBy(other)).map((sound) => sound.paused);
		await expect.poll(paused).toEqual([true]);
	});
});
