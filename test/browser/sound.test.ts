/** How sounds play: length, loudness, and how they end. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, notePlayed, playedBy, problemsOf } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("a sound", (browser) => {
	const site = testSite([{ name: "Gong", sound: "long.mp3" }]);

	test("fades out when it is stopped, and is then let go", async () => {
		const page = await browser.page();
		await page.addInitScript(() => {
			const volumes: number[] = [];
			const volume = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "volume") ?? {};
			const heard = globalThis as unknown as { volumes: number[] };
			heard.volumes = volumes;
			Object.defineProperty(HTMLMediaElement.prototype, "volume", {
				...volume,
				set(now: number) {
					if (!this.paused) volumes.push(now);
					volume.set?.call(this, now);
				},
			});
		});
		await page.goto(site.origin);
		await page.locator("#volume").fill("80");
		await page.locator("#board .push").click();
		await page.locator('#board .clip[data-state="playing"]').waitFor();
		await page.locator("#board .push").click();
		await page.locator('#board .clip[data-state="silent"]').waitFor();
		const volumes = () =>
			page.evaluate(() => (globalThis as unknown as { volumes: number[] }).volumes);
		await expect.poll(async () => (await volumes()).at(-1)).toBeLessThan(0.15);
		const heard = await volumes();
		expect(heard.length).toBeGreaterThan(4);
		expect(heard).toEqual(heard.toSorted((a, b) => b - a));
		expect(heard[0]).toBeLessThan(0.8);
	});

	test("is shared by the link to its page where the device can, which leaves its card open", async () => {
		const page = await browser.page();
		await page.addInitScript(() => {
			const shared: unknown[] = [];
			Object.assign(globalThis, { shared });
			Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) });
		});
		await page.goto(`${site.origin}/#clip-0`);
		await page.getByRole("dialog").getByRole("button", { name: "Share" }).click();
		const shared = () =>
			page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared);
		const url = `${site.origin}/clips/clip-0/`;
		await expect.poll(shared).toEqual([{ title: "Gong", url }]);
		expect(await page.getByRole("dialog").isVisible()).toBe(true);
	});
});

const RECORDS = [
	{ name: "Loud", sound: "long.mp3", duration: 2.345, gain: -6.02 },
	{ name: "Quiet", sound: "long.mp3", duration: 75.2, gain: 9 },
	{ name: "Unknown", sound: "long.mp3" },
	{ name: "Short", sound: "long.mp3", duration: 1.5 },
];

describeInBrowser("clips of known loudness", (browser) => {
	const site = testSite(RECORDS);
	let page: Page;
	beforeAll(async () => {
		page = await browser.page();
		await notePlayed(page);
		await page.goto(site.origin);
	});
	const volumes = async () => (await playedBy(page)).map(({ volume }) => volume);

	test("are attenuated and never amplified, at any volume", async () => {
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

	test("last as long as their records say, whatever the header of the file says", async () => {
		const tile = (slug: string) => page.locator(`#board [data-slug="${slug}"]`);
		for (const [slug, seconds, glyph] of [
			["clip-1", 75.2, "#i-stop"],
			["clip-3", 1.5, "#i-restart"],
		] as const) {
			await tile(slug).locator(".push").click();
			await expect.poll(() => tile(slug).getAttribute("data-state")).toBe("playing");
			expect(await tile(slug).locator(".glyph use").getAttribute("href")).toBe(glyph);
			const share = async () => {
				const progress = await tile(slug).evaluate((it) => it.style.getPropertyValue("--progress"));
				return (Number(progress) * seconds) / ((await playedBy(page)).at(-1)?.currentTime ?? 0);
			};
			await expect.poll(async () => Math.round((await share()) * 5) / 5).toBe(1);
			await page.keyboard.press("Escape");
		}
	});

	test("show their length in a list and on their pages", async () => {
		const details = () => page.locator("#board .detail").allTextContents();
		await expect.poll(details).toEqual(["2.3 s", "1:15", "", "1.5 s"]);
		await page.goto(`${site.origin}/clips/clip-1/`);
		await page.locator("#featured .push").waitFor();
		expect(await page.locator("#featured .time").textContent()).toBe("0:00 / 1:15");
		expect(problemsOf(page)).toEqual([]);
	});
});

describeInBrowser("on the device", (browser) => {
	const site = testSite(numbered("Long boom", 2).map((clip) => ({ ...clip, sound: "long.mp3" })));

	test.for([
		["always reads 1", 0],
		["reads what was written for a tenth of a second", 100],
	] as const)("where volume %s, it has no control, and a loop stops", async ([, reverted]) => {
		const other = await browser.page(site.origin);
		const control = other.locator("#volume-control");
		await other.locator(".push").nth(1).waitFor();
		expect(await control.isVisible()).toBe(true);
		await notePlayed(other);
		await other.addInitScript((reverted) => {
			const written = new WeakMap<object, readonly [value: number, when: number]>();
			Object.defineProperty(HTMLMediaElement.prototype, "volume", {
				get() {
					const [value, when] = written.get(this) ?? [1, 0];
					return performance.now() - when < reverted ? value : 1;
				},
				set(value: number) {
					written.set(this, [value, performance.now()]);
				},
			});
		}, reverted);
		await other.reload();
		await control.waitFor({ state: "hidden" });
		await other.locator(".push").first().click();
		await other.locator('.clip[data-state="playing"]').waitFor();
		await other.locator(".loop").click();
		// Long enough that the volume reads 1 again.
		await other.waitForTimeout(150);
		await other.locator(".silence").click();
		const paused = async () => (await playedBy(other)).map((sound) => sound.paused);
		await expect.poll(paused).toEqual([true]);
	});
});
