/** A sound fades out when it is stopped, and can be shared as a file. */
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { testSite } from "./site.ts";

describeInBrowser("a sound", (browser) => {
	const site = testSite([{ name: "Gong", sound: "long.mp3" }]);

	test("fades out when it is stopped, and is then let go", async () => {
		const page = await browser.page("about:blank", { serviceWorkers: "block" });
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

	test.for([
		["at once", false],
		["at a second press where the first is too long ago", true],
	] as const)("is shared as a file where the device can, %s", async ([, isLate]) => {
		const page = await browser.page("about:blank", { serviceWorkers: "block" });
		await page.addInitScript((isLate) => {
			const shared: unknown[] = [];
			let tries = 0;
			Object.assign(globalThis, { shared });
			Object.assign(navigator, {
				canShare: ({ files }: ShareData) => files?.[0]?.type === "audio/mpeg",
				share: async ({ title, files = [] }: ShareData) => {
					if (isLate && tries++ === 0) throw new DOMException("late", "NotAllowedError");
					shared.push([title, ...files.map(({ name, size }) => [name, size > 1000])]);
				},
			});
		}, isLate);
		await page.goto(site.origin);
		await page.locator("#board .push").hover();
		await page.getByRole("button", { name: "More about Gong" }).click();
		await page.getByRole("button", { name: "Share sound" }).click();
		if (isLate) await page.locator("#notice").getByRole("button", { name: "Share" }).click();
		const shared = () =>
			page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared);
		await expect.poll(shared).toEqual([["Gong", ["clip-0.mp3", true]]]);
	});
});
