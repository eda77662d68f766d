/** Sounds play through the chosen device, after one permission, and through the default device when the chosen one is gone. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, notePlayed, problemsOf } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

const STORED_AS = "instants:/:output";

describeInBrowser(
	"the output",
	(browser) => {
		const site = testSite(numbered("Gong", 3).map((clip) => ({ ...clip, sound: "long.mp3" })));
		const choice = (page: Page) => page.getByLabel("Play to");
		const find = (page: Page) => page.getByRole("button", { name: "Other outputs…" });
		const options = (page: Page) => choice(page).locator("option").allTextContents();
		/** The devices that the sounds played through. */
		const sinks = (page: Page) => page.evaluate<string[]>("played.map(({ sinkId }) => sinkId)");
		const play = (page: Page) => page.locator("#board .push").first().click();
		const FAKES = ["Default output", "Fake Audio Output 1", "Fake Audio Output 2"];

		/**
		 * A page in a browser that names its devices once it may use the microphone, which a headless browser
		 * always may.
		 */
		async function opened(isAllowed: boolean): Promise<Page> {
			const page = await browser.page();
			await notePlayed(page);
			await page.addInitScript((isAllowed) => {
				const streams: MediaStream[] = [];
				Object.assign(window, { streams });
				const { enumerateDevices, getUserMedia } = MediaDevices.prototype;
				const isNamed = () => isAllowed || sessionStorage.getItem("allowed") !== null;
				MediaDevices.prototype.enumerateDevices = async function () {
					const named = await enumerateDevices.call(this);
					if (isNamed()) return named;
					return named.map(({ kind }) => ({ kind, deviceId: "", label: "" }) as MediaDeviceInfo);
				};
				MediaDevices.prototype.getUserMedia = async function (what) {
					if (sessionStorage.getItem("asked") === null) {
						sessionStorage.setItem("asked", "");
						throw new DOMException("Permission denied", "NotAllowedError");
					}
					const stream = await getUserMedia.call(this, what);
					sessionStorage.setItem("allowed", "");
					streams.push(stream);
					return stream;
				};
			}, isAllowed);
			await page.goto(site.origin);
			await page.locator("#board [data-slug]").first().waitFor();
			return page;
		}

		test("is chosen among those that the browser names after one permission, and remembered", async () => {
			const page = await opened(false);
			const scripts: string[] = [];
			page.on("request", (request) => {
				if (request.url().includes("/assets/outputs-")) scripts.push(request.url());
			});
			await page.reload();
			await play(page);
			await expect.poll(() => sinks(page)).toEqual([""]);
			await page.keyboard.press("Escape");
			expect(scripts).toEqual([]);
			await page.locator("#show-options").click();
			await page.getByText("the browser first asks for access to the microphone").waitFor();
			await expectAccessible(page);
			await find(page).click();
			await page.getByText("The browser did not allow this output").waitFor();
			expect(await options(page)).toEqual(FAKES.slice(0, 1));
			await find(page).click();
			await expect.poll(() => options(page)).toEqual(FAKES);
			expect(await find(page).isVisible()).toBe(false);
			const tracks = "streams.flatMap((it) => it.getTracks().map(({ readyState }) => readyState))";
			expect(await page.evaluate(tracks)).toEqual(["ended"]);
			await choice(page).selectOption("Fake Audio Output 2");
			const chosen = await choice(page).inputValue();
			await page.keyboard.press("Escape");
			await play(page);
			await expect.poll(() => sinks(page)).toEqual(["", chosen]);
			await page.locator('[data-state="playing"]').first().waitFor();
			await page.reload();
			const again = choice(page).locator("option:checked");
			await expect.poll(() => again.textContent()).toBe("Fake Audio Output 2");
			await play(page);
			await expect.poll(() => sinks(page)).toEqual([await choice(page).inputValue()]);
			await page.locator("#show-options").click();
			// Sounds that are playing switch at once.
			await choice(page).selectOption("Default output");
			await expect.poll(() => sinks(page)).toEqual([""]);
			expect(problemsOf(page)).toEqual([]);
		});

		test.for([
			["names its devices", true],
			["names none", false],
		] as const)(
			"is reported if it is gone, and sounds play through the default device, where the browser %s",
			async ([, isAllowed]) => {
				const page = await opened(isAllowed);
				await page.evaluate(
					(name) => localStorage.setItem(name, '{"id":"gone","label":"Cable <1>"}'),
					STORED_AS,
				);
				const script = page.waitForResponse("**/assets/outputs-*");
				await page.reload();
				await script;
				await play(page);
				await page
					.getByText("“Cable <1>” is not connected. Sounds play through the default output.")
					.waitFor();
				await page.locator('[data-state="playing"]').first().waitFor();
				expect(await sinks(page)).toEqual([""]);
				// The choice is kept, since the device may come back.
				expect(await page.evaluate((name) => localStorage.getItem(name), STORED_AS)).toContain(
					"gone",
				);
			},
		);

		test("is chosen in the browser's own dialog where there is one", async () => {
			const page = await opened(true);
			await page.addInitScript(() => {
				Object.assign(MediaDevices.prototype, {
					async selectAudioOutput(this: MediaDevices) {
						const all = await this.enumerateDevices();
						return all.find(({ label }) => label === "Fake Audio Output 1");
					},
				});
			});
			await page.reload();
			await page.locator("#show-options").click();
			expect(await page.getByText("asks for access to the microphone").isVisible()).toBe(false);
			await find(page).click();
			await expect
				.poll(() => choice(page).locator("option:checked").textContent())
				.toBe("Fake Audio Output 1");
			await page.keyboard.press("Escape");
			await play(page);
			await expect.poll(async () => (await sinks(page))[0]?.length).toBeGreaterThan(10);
		});
	},
	["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
);
