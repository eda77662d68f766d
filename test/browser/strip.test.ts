/** The strip of what plays stays small and in its place on a phone, however long names are and however many clips play. */
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("the strip", (browser) => {
	const site = testSite([
		...numbered("Boom", 20),
		...numbered("Long boom", 4).map((clip) => ({ ...clip, sound: "long.mp3" })),
		{ name: "A name that goes on and on ".repeat(4), sound: "long.mp3" },
		{ name: "A name without an end ".repeat(40), sound: "long.mp3" },
	]);

	test("has a row for each clip however long its name is, moves nothing, and keeps its buttons in sight", async () => {
		const phone = await browser.page(site.origin, { viewport: { width: 360, height: 800 } });
		await phone.locator(".push").nth(25).waitFor({ state: "attached" });
		for (const n of [24, 25]) {
			// What moves at a press of the mouse would not count.
			await phone.locator(".push").nth(n).dispatchEvent("click");
			const voice = phone.locator(".voice").first();
			await voice.waitFor();
			expect(await voice.evaluate((it) => it.clientHeight)).toBeLessThanOrEqual(40);
			const list = await phone.locator("#voices").boundingBox();
			const stop = await voice.locator(".silence").boundingBox();
			const bottom = ({ y, height } = list ?? { y: 0, height: 0 }) => y + height;
			const right = ({ x, width } = list ?? { x: 0, width: 0 }) => x + width;
			expect(right(stop ?? undefined)).toBeLessThanOrEqual(right(list ?? undefined));
			expect(stop?.y).toBeGreaterThanOrEqual(list?.y ?? Number.NaN);
			expect(bottom(stop ?? undefined)).toBeLessThanOrEqual(bottom(list ?? undefined));
			await voice.locator(".silence").dispatchEvent("click");
			await voice.waitFor({ state: "detached" });
			// Within one frame, the next strip would be this one, moved.
			await phone.evaluate(
				() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))),
			);
		}
		await expectNoShift(phone);
		await phone.context().close();
	});

	test("takes at most a fifth of a phone, however many clips play and whatever is said", async () => {
		const viewport = { width: 360, height: 740 };
		const phone = await browser.page(site.origin, { viewport });
		await phone.locator(".push").nth(25).waitFor({ state: "attached" });
		for (const n of [21, 22, 23, 24, 25]) {
			await phone.locator(".push").nth(n).dispatchEvent("click");
			const strip = await phone.locator("#strip").boundingBox();
			expect(strip?.height).toBeLessThanOrEqual(viewport.height / 5);
		}
		await phone.locator(".clip .favourite").nth(25).dispatchEvent("click");
		await phone.getByText("Added to favourites.").waitFor();
		const strip = await phone.locator("#strip").boundingBox();
		const notice = await phone.locator("#notice").boundingBox();
		const bottom = (strip?.y ?? 0) + (strip?.height ?? 0);
		expect(bottom - (notice?.y ?? 0)).toBeLessThanOrEqual(viewport.height / 5);
		const voice = await phone.locator(".voice").first().boundingBox();
		expect(voice?.y).toBeGreaterThanOrEqual(strip?.y ?? Number.NaN);
		expect((voice?.y ?? 0) + (voice?.height ?? 0)).toBeLessThanOrEqual(bottom);
		const stop = phone.getByRole("button", { name: "Stop all 5" });
		expect((await stop.boundingBox())?.width).toBe(44);
		await stop.click();
		await phone.locator("#strip").waitFor({ state: "hidden" });
		await phone.context().close();
	});
});
