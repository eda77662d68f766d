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

	test.for([
		["always reads 1", 0],
		["reads what was written for a tenth of a second", 100],
	] as const)("where volume %s, it has no control, and a loop stops", async ([, reverted]) => {
		const other = await browser.page(site.origin);
		const control = other.locator("#volume-control");
		await other.locator(".push").nth(1).waitFor();
		expect(await control.isVisible()).toBe(true);
		await other.addInitScript((reverted) => {
			const written = new WeakMap<object, readonly [value: number, when: number]>();
			const played: HTMLMediaElement[] = [];
			Object.assign(window, { played });
			const { play } = HTMLMediaElement.prototype;
			HTMLMediaElement.prototype.play = function () {
				played.push(this);
				return play.call(this);
			};
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
		const paused = () =>
			other.evaluate(() =>
				(window as unknown as { played: HTMLMediaElement[] }).played.map(({ paused }) => paused),
			);
		await expect.poll(paused).toEqual([true]);
		await other.context().close();
	});
});
