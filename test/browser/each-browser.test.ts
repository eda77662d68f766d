/** Faults that only one browser had, or that only some reported. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { treeListener } from "../../scripts/hosts/server/listener.ts";
import { portOf } from "../fixtures/port.ts";
import { describeInBrowsers, problemsOf } from "./browser.ts";
import { NOT_IN_FIREFOX } from "./firefox.ts";
import { coloursIn, type Rectangle } from "./pixels.ts";
import { numbered, testSite } from "./site.ts";

const WITH_WORKER = { serviceWorkers: "allow" } as const;

describeInBrowsers("the board", (browser) => {
	const site = testSite([
		{ name: "Pictured", image: "dot.png", sound: "long.mp3" },
		{ name: "Long", sound: "long.mp3", description: "Many words. ".repeat(300) },
		...numbered("Boom", 30).map((clip) => ({ ...clip, sound: "long.mp3" })),
	]);

	const many = testSite(numbered("Gong", 200), () => ({ pages: "none" }));

	/** A page whose worker answers, at the site's address or at another that serves the site. */
	async function withWorker(url = site.origin): Promise<Page> {
		const page = await browser.page(url, WITH_WORKER);
		await page.getByText("Works offline").waitFor({ state: "attached" });
		return page;
	}

	/** A page's log up to now. Later requests for sounds may still fail. */
	async function logged(page: Page): Promise<readonly string[]> {
		await page.evaluate(() => void setTimeout(() => console.error("the end")));
		await expect.poll(() => problemsOf(page)).toContain("the end");
		return problemsOf(page).slice(0, problemsOf(page).indexOf("the end"));
	}

	test("a card that scrolls has round corners, and no bright strip is left beside it", async () => {
		const page = await browser.page(site.origin);
		await page.locator('#board [data-slug="clip-1"] .about').click();
		const sheet = page.locator("#sheet");
		await sheet.waitFor();
		await sheet.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)));
		const box = await sheet.boundingBox();
		const { x, y, width } = box ?? { x: 0, y: 0, width: 0 };
		const corner = (left: number): Rectangle => [Math.round(left), Math.round(y), 3, 3];
		const png = (await page.screenshot()).toString("base64");
		const rectangles = [corner(x), corner(x + width - 3), [1016, 300, 8, 100] as const];
		const [left, right, edge] = await page.evaluate(coloursIn, { png, rectangles });
		expect(right).toBe(left);
		expect(edge).toBe(left);
	});

	test("names whose rows come back into the page are marked again", async () => {
		const page = await browser.page(`${many.origin}/?name=gong`);
		const name = page.locator('#board [data-slug="clip-29"] .name');
		const isMarked = () =>
			name.evaluate((it) =>
				[...(CSS.highlights.get("match") ?? [])].some((range) =>
					it.contains((range as StaticRange).startContainer),
				),
			);
		await expect.poll(isMarked).toBe(true);
		const marked = await name.screenshot();
		const scroll = () => page.mouse.wheel(0, 2000);
		await expect.poll(() => scroll().then(() => name.count()), { interval: 50 }).toBe(0);
		await page.evaluate(() => scrollTo(0, 0));
		await name.waitFor();
		await expect.poll(async () => marked.equals(await name.screenshot())).toBe(true);
	});

	test("where workers are not allowed, nothing fails", async () => {
		const page = await browser.page("about:blank", WITH_WORKER);
		// As in Firefox for people who block cookies.
		await page.addInitScript(() => {
			const refuse = () => Promise.reject(new DOMException("insecure", "SecurityError"));
			if (navigator.serviceWorker === undefined) return;
			Object.defineProperty(navigator.serviceWorker, "ready", { get: refuse });
			navigator.serviceWorker.register = refuse;
		});
		await page.goto(site.origin);
		await page.getByText("32 clips").waitFor();
		expect(await logged(page)).toEqual([]);
	});

	test("a sound that is dropped while it loads is no error", async () => {
		const sound = readFileSync(join(site.folder, "media/sounds/long.mp3"));
		let [rest, begun] = [(): void => {}, (): void => {}];
		const hasBegun = new Promise<void>((resolve) => {
			begun = resolve;
		});
		const listener = treeListener(site.folder, () => origin, { rebase: true });
		const server = createServer((request, response) => {
			if (!request.url?.includes("long.mp3")) return listener(request, response);
			response.writeHead(200, { "Content-Type": "audio/mpeg", "Content-Length": sound.length });
			response.write(sound.subarray(0, 20_000));
			rest = () => response.end(sound.subarray(20_000));
			begun();
		});
		const origin = `http://localhost:${await portOf(server)}`;
		const page = await withWorker(origin);
		const push = page.locator('#board [data-slug="clip-1"] .push');
		await push.dispatchEvent("pointerdown", { pointerType: "touch", bubbles: true });
		await hasBegun;
		await push.dispatchEvent("pointercancel", { pointerType: "touch", bubbles: true });
		rest();
		await expect.poll(() => stored(page)).toEqual(["/media/sounds/long.mp3"]);
		expect(await logged(page)).toEqual([]);
	});

	/** The paths of the media that the worker has stored. */
	const stored = (page: Page): Promise<string[]> =>
		page.evaluate(async () => {
			const keys = await (await caches.open("instants:/:played")).keys();
			return keys.map(({ url }) => new URL(url).pathname).sort();
		});

	test("the picture of a played clip is shown offline, and a missing one is no error", async () => {
		const page = await withWorker();
		await page.locator("#board button.push").first().click();
		const picture = "/media/instants_images/dot.png";
		await expect.poll(() => stored(page)).toContain(picture);
		site.stop();
		await page.reload();
		const width = () =>
			page
				.locator("#board .picture")
				.first()
				.evaluate((it: HTMLImageElement) => it.naturalWidth);
		await expect.poll(width).toBe(1);
		await page.evaluate(async () => {
			const image = new Image();
			image.src = "/media/instants_images/other.png";
			await image.decode().catch(() => {});
		});
		// Chromium reports every picture that is missing.
		expect((await logged(page)).filter((text) => /ServiceWorker/.test(text))).toEqual([]);
		await site.start();
	});
});

test("the tests that Firefox skips exist", () => {
	const files = readdirSync("test/browser").filter((name) => name.endsWith(".test.ts"));
	const texts = files.map((name) => readFileSync(join("test/browser", name), "utf8")).join("");
	const titles = NOT_IN_FIREFOX.flatMap(({ tests }) => tests);
	expect(titles.filter((title) => !texts.includes(title))).toEqual([]);
});
