/** The site keeps working offline, and a new build replaces the old one as a whole or not at all. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Instant } from "../../scripts/contract/instant.ts";
import { describeInBrowsers } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { numbered, publishSite, testSite } from "./site.ts";

/** Makes a page record its worker's replies, from its next load on. */
async function noteReplies(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const replies: unknown[] = [];
		Object.assign(window, {
			replies,
			MessageChannel: class extends MessageChannel {
				constructor() {
					super();
					this.port1.addEventListener("message", ({ data }) => replies.push(data));
				}
			},
		});
	});
}

describeInBrowsers("the site offline", (browser) => {
	const site = testSite(numbered("Boom", 45));
	let page: Page;

	beforeAll(async () => {
		page = await browser.page(site.origin, { serviceWorkers: "allow" });
		await page.getByText("Works offline").waitFor({ state: "attached" });
	});

	const stateOf = (n: number) => page.locator(".clip").nth(n).getAttribute("data-state");
	const builds = () =>
		page.evaluate(async () => (await caches.keys()).filter((name) => name.includes(":build:")));
	const cached = (name: string) =>
		page.evaluate(async (name) => {
			const keys = await (await caches.open(`instants:/:${name}`)).keys();
			return keys.map(({ url }) => new URL(url).pathname).sort();
		}, name);

	test("a favourite follows its file to a new address, and one whose file is gone causes no notice", async () => {
		const other = await browser.page(site.origin, { serviceWorkers: "allow" });
		await other.getByText("Works offline").waitFor({ state: "attached" });
		await other.evaluate(() => {
			const kept = (slug: string) => ({ slug, name: slug, color: "ff8800", sound: `${slug}.mp3` });
			localStorage.setItem("instants:/:favourites", JSON.stringify([kept("clip-0"), kept("gone")]));
		});
		await noteReplies(other);
		await other.reload();
		const sounds = async (): Promise<string[]> => {
			const text = await other.evaluate(() => localStorage.getItem("instants:/:favourites"));
			return JSON.parse(text ?? "").map(({ sound }: Instant) => sound);
		};
		await expect.poll(sounds).toEqual(["media/sounds/0.mp3", "gone.mp3"]);
		await expect
			.poll(() => other.evaluate("replies"))
			.toContainEqual({ kind: "pinned", failed: 1 });
		expect(site.requested).toContain("/gone.mp3");
		expect(await other.locator("#notice").isVisible()).toBe(false);
	});

	test("an application that answers every address with its page replaces the site", async () => {
		const other = await browser.page(site.origin, { serviceWorkers: "allow" });
		await other.getByText("Works offline").waitFor({ state: "attached" });
		site.application = "<title>Another</title>Another site";
		await other.goto(`${site.origin}/docs/`);
		await expect.poll(() => other.title()).toBe("Another");
		expect(other.url()).toBe(`${site.origin}/docs/`);
		site.application = undefined;
	});

	test("clips that were played or are favourites keep playing", async () => {
		await page.locator(".push").nth(0).click();
		await expect.poll(() => cached("played")).toEqual(["/media/sounds/0.mp3"]);
		await page.locator(".clip .favourite").nth(1).click();
		await expect.poll(() => cached("pinned")).toEqual(["/media/sounds/1.mp3"]);
		site.stop();
		await page.reload();
		await page.locator(".push").nth(29).waitFor({ state: "attached" });
		for (const n of [0, 1]) {
			await page.locator(".push").nth(n).click();
			await expect.poll(() => stateOf(n)).toBe("playing");
		}
	});

	test("other clips say why they do not play", async () => {
		await page.context().setOffline(true);
		await page.locator(".push").nth(2).click();
		await page.getByText("“Boom 3” is not saved on this device, and you are offline.").waitFor();
		expect(await stateOf(2)).toBe("silent");
		await expectAccessible(page);
		await page.context().setOffline(false);
	});

	test("search and the API work", async () => {
		await page.fill("#search", "bom 44");
		await page.keyboard.press("Enter");
		await page.getByText("No exact match for “bom 44”. 1 similar clip").waitFor();
		const answer = await page.evaluate(async () =>
			(await fetch("/api/v1/instants/?name=boom&page=2")).json(),
		);
		expect(answer).toMatchObject({
			count: 45,
			next: `${site.origin}/api/v1/instants/?name=boom&page=3`,
		});
		await page.fill("#search", "");
		await page.getByText("45 clips").waitFor();
	});

	test("a new build is not used while a file of it is damaged", async () => {
		await publishSite(numbered("Boo Bang", 50), site.folder);
		site.damaged = /\/search\//;
		const ended = page.evaluate(async () => {
			const registration = await navigator.serviceWorker.ready;
			return new Promise((resolve) => {
				registration.addEventListener("updatefound", () => {
					const worker = registration.installing;
					worker?.addEventListener("statechange", () => resolve(worker.state));
				});
			});
		});
		await site.start();
		const update = page.evaluate(async () => (await navigator.serviceWorker.ready).update());
		await update.catch(() => {});
		expect(await ended).toBe("redundant");
		expect(await builds()).toHaveLength(1);
		await page.reload();
		await page.getByText("45 clips").waitFor();
		site.stop();
		site.damaged = undefined;
	});

	test("a complete new build is offered, and all pages switch to it at once", async () => {
		// Someone who is typing is not disturbed. Browsers look for a new build automatically, as soon as the
		// host answers.
		await page.fill("#search", "boo");
		await page.getByText("45 clips for “boo”").waitFor();
		await site.start();
		await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
		const reload = page.getByRole("button", { name: "Show them" });
		await reload.waitFor();
		await expectAccessible(page);
		expect(await page.locator("#status").textContent()).toBe("45 clips for “boo”");
		const other = await page.context().newPage();
		await other.goto(`${site.origin}/?page=2`);
		await other.getByText("45 clips").waitFor();
		await reload.click();
		await page.getByText("50 clips").waitFor();
		// The other page must not mix clips of one build with files of the other.
		await other.getByText("50 clips").waitFor();
		await other.close();
		expect(await page.locator(".name").first().textContent()).toBe("Boo Bang 1");
		expect(await builds()).toHaveLength(1);
	});

	test("favourites survive new builds", async () => {
		site.stop();
		await page.goto(`${site.origin}/?favourites`);
		await page.locator("#board .push").click();
		await expect.poll(() => stateOf(0)).toBe("playing");
		expect(await page.locator("#status").textContent()).toBe("1 favourite");
	});

	test("a site that is gone stays on the device, and one that was replaced does not", async () => {
		rmSync(site.folder, { recursive: true });
		mkdirSync(site.folder);
		await site.start();
		const other = await page.context().newPage();
		site.requested = [];
		const asked = () => site.requested.filter((path) => path === "/").length;
		await other.goto(site.origin);
		await other.getByText("50 clips").waitFor();
		// The last thing that a worker checks before it unregisters is whether there is another page.
		await expect.poll(asked).toBe(1);
		await other.reload();
		await other.getByText("50 clips").waitFor();
		await expect.poll(asked).toBe(2);

		writeFileSync(join(site.folder, "index.html"), "<title>Another</title>Another site");
		await other.goto(site.origin);
		await expect.poll(() => other.title()).toBe("Another");
	});
});
