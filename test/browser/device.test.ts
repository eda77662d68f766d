/** What plays is in the controls of the device, and the page leaves to the device what it keeps for itself. */
import { expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("on the device", (browser) => {
	const site = testSite(numbered("Long boom", 2).map((clip) => ({ ...clip, sound: "long.mp3" })));

	test("what plays is named, and its keys pause, go on and stop", async () => {
		const other = await browser.page("about:blank");
		await other.addInitScript(() => {
			const keys: Record<string, () => void> = {};
			Object.assign(window, { keys });
			MediaSession.prototype.setActionHandler = (key: string, act: () => void) => {
				keys[key] = act;
			};
		});
		await other.goto(site.origin);
		const session = () =>
			other.evaluate(() => {
				const { metadata, playbackState } = navigator.mediaSession;
				return [metadata?.title, metadata?.artist, playbackState];
			});
		const key = (name: string) =>
			other.evaluate((name) => {
				(window as unknown as { keys: Record<string, () => void> }).keys[name]?.();
			}, name);
		for (const n of [1, 2]) await other.locator(".push", { hasText: `Long boom ${n}` }).click();
		const both = "Long boom 1, Long boom 2";
		await expect.poll(session).toEqual([both, "Instants", "playing"]);
		await key("pause");
		await expect.poll(session).toEqual([both, "Instants", "paused"]);
		await key("play");
		await expect.poll(session).toEqual([both, "Instants", "playing"]);
		await key("stop");
		await expect.poll(session).toEqual([undefined, undefined, "none"]);
		await other.context().close();
	});

	test("volume has no control where the device ignores it", async () => {
		const other = await browser.page(site.origin);
		const control = other.locator("#volume-control");
		expect(await control.isVisible()).toBe(true);
		await other.addInitScript(() => {
			Object.defineProperty(HTMLMediaElement.prototype, "volume", { get: () => 1, set: () => {} });
		});
		await other.reload();
		await other.locator(".push").first().waitFor();
		expect(await control.isVisible()).toBe(false);
	});
});
