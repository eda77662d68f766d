/** The board in WebKit, the engine of Safari: it shows, plays, highlights and stores the same as in Chromium. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { By, Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PATIENCE } from "../fixtures/patience.ts";
import { portOf } from "../fixtures/port.ts";
import { skipping, WEBKIT } from "../hosts/tools.ts";
import { contractSite } from "./contract-in-page.ts";
import { coloursIn } from "./pixels.ts";
import { numbered, testSite } from "./site.ts";
import { openWebKit } from "./webkit.ts";

/** Properties for a feature that WebKit does not have: forced colours. */
const NOT_IN_WEBKIT = ["forced-color-adjust"];

const { skip, title } = skipping(WEBKIT);

describe.skipIf(skip)(`the soundboard in ${title}`, () => {
	const site = testSite(
		[
			{ name: "Drum Roll", image: "dot.png", sound: "long.mp3" },
			{ name: "Drum", sound: "long.mp3" },
			...numbered("Gong", 30),
		],
		() => ({ base: site.origin }),
	);
	const tile = '#board [data-slug="clip-1"]';
	let browser: WebDriver;
	let close: () => Promise<void>;

	beforeAll(async () => {
		({ browser, close } = await openWebKit());
	});
	afterAll(() => close?.());

	/** The first visible element. */
	async function shown(selector: string): Promise<WebElement> {
		const all = () => browser.findElements(By.css(selector));
		const find = async (): Promise<WebElement | false> => {
			for (const one of await all()) if (await one.isDisplayed()) return one;
			return false;
		};
		return (await browser.wait(find, PATIENCE, `no ${selector}`)) as WebElement;
	}

	/** Opens a page, waits until it has loaded its clips, and records its errors. */
	async function open(path: string): Promise<void> {
		await browser.get(site.origin + path);
		await browser.executeScript(() => {
			const problems: string[] = [];
			Object.assign(window, { problems });
			addEventListener("error", ({ message }) => problems.push(message));
			addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)));
			document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
				problems.push(`${violatedDirective}: ${blockedURI}`),
			);
		});
		await shown('#board[aria-busy="false"]');
	}

	const problems = () => browser.executeScript("return problems");

	test("search matches are highlighted on the screen", async () => {
		await open("/?name=rol");
		await shown('#board [data-slug="clip-0"]');
		const isMarked = async (): Promise<boolean> => {
			const words = await browser.executeScript(() => {
				const [match] = CSS.highlights.get("match") ?? [];
				if (!(match instanceof StaticRange)) return [];
				const { startContainer: text, startOffset, endOffset } = match;
				return [
					[0, startOffset - 1],
					[startOffset, endOffset],
				].map(([start = 0, end = 0]) => {
					const range = new Range();
					range.setStart(text, start);
					range.setEnd(text, end);
					const { x, y, width, height } = range.getBoundingClientRect();
					return [x, y, width, height];
				});
			});
			const screen = { png: await browser.takeScreenshot(), rectangles: words };
			const [plain, marked] = await browser.executeScript<string[]>(coloursIn, screen);
			return marked !== plain;
		};
		await browser.wait(isMarked, PATIENCE, "no marks");
		expect(await problems()).toEqual([]);
	});

	test("a press plays, and no magnifier appears on the dome", async () => {
		await open("/");
		await (await shown(`${tile} .push`)).click();
		await shown(`${tile}[data-state="playing"]`);
		const stage = await shown(`${tile} .stage`);
		expect(await stage.getCssValue("-webkit-user-select")).toBe("none");
		expect(await problems()).toEqual([]);
	});

	test("a dialog shows focus rings to someone who has opened it with a key", async () => {
		await open("/");
		await shown(`${tile} .push`);
		const ring = (selector: string) =>
			browser.executeScript(
				"const it = document.querySelector(arguments[0]); return it === document.activeElement && getComputedStyle(it).outlineStyle",
				selector,
			);
		const isGone = () =>
			browser.executeScript(
				"return [...document.querySelectorAll('dialog')].every((it) => it.getClientRects().length === 0)",
			);
		for (const [opener, part] of [
			[`${tile} .about`, "#sheet .name"],
			["#show-options", "#layout"],
		] as const) {
			const button = await browser.findElement(By.css(opener));
			for (const [press, outline] of [
				[() => button.click(), "none"],
				[() => button.sendKeys(Key.ENTER), "solid"],
			] as const) {
				await press();
				await expect.poll(() => ring(part)).toBe(outline);
				await browser.actions().sendKeys(Key.ESCAPE).perform();
				await expect.poll(() => ring(opener)).toBe(outline);
				// A dialog that is still closing does not accept focus.
				await expect.poll(isGone).toBe(true);
			}
		}
	});

	test("knows every property in the style sheets, with or without a prefix", async () => {
		const files = await fastGlob("assets/*.css", { cwd: site.folder });
		expect(files.length).toBeGreaterThan(1);
		const texts = files.map((file) => readFileSync(join(site.folder, file), "utf8"));
		const rules = texts.join("").replace(/@property [^}]*}/g, "");
		const used = rules.matchAll(/(?<=[{;])([a-z-]+):[^{};]+(?=[;}])/g);
		const properties = [...new Set(Array.from(used, ([, name]) => name))];
		expect(properties.length).toBeGreaterThan(50);
		const unknown = await browser.executeScript(
			(properties: string[]) =>
				properties.filter((it) => !it.startsWith("-") && !CSS.supports(it, "initial")),
			properties,
		);
		const bare = (unknown as string[]).filter((it) => !properties.includes(`-webkit-${it}`));
		expect(bare).toEqual(NOT_IN_WEBKIT);
	});

	test("a clip that was played plays again offline, and shows its picture", async () => {
		await open("/");
		const tile = '#board [data-slug="clip-0"]';
		await offline();
		await (await shown(`${tile} .push`)).click();
		await shown(`${tile}[data-state="playing"]`);
		await browser.wait(
			() =>
				browser.executeScript(async () => {
					const keys = await (await caches.open("instants:/:played")).keys();
					return keys.length === 2;
				}),
			PATIENCE,
		);
		site.stop();
		await browser.navigate().refresh();
		await (await shown(`${tile} .push`)).click();
		await shown(`${tile}[data-state="playing"]`);
		const picture = await shown(`${tile} .picture`);
		expect(await picture.getAttribute("naturalWidth")).toBe("1");
		await site.start();
	});

	/** Waits until the page works offline. */
	async function offline(): Promise<void> {
		const isStored = () =>
			browser.executeScript<boolean>(
				"return document.querySelector('#offline-state').textContent.includes('offline')",
			);
		await browser.wait(isStored, PATIENCE, "no worker");
	}

	// Comes last: in a WebDriver session, WebKit deletes a site's storage once none of its pages is open.
	test("shows and plays a clip in the sandboxed frame of another site", async () => {
		const { html } = await (await fetch(`${site.origin}/clips/clip-1/oembed.json`)).json();
		const other = createServer((_, response) => {
			response.setHeader("Content-Type", "text/html; charset=utf-8");
			response.end(`<!doctype html>${html.replace("<iframe", '<iframe sandbox="allow-scripts"')}`);
		});
		await browser.get(`http://127.0.0.1:${await portOf(other)}/`);
		await browser.switchTo().frame(0);
		expect(await browser.executeScript("return origin")).toBe("null");
		await (await shown(".push")).click();
		await shown('.featured .card[data-state="playing"]');
		const stage = await shown(".featured .stage");
		expect(await stage.getCssValue("border-radius")).toBe("50%");
		await browser.switchTo().defaultContent();
	});

	describe("the service worker on a host that only serves files", () => {
		const host = contractSite();
		beforeAll(async () => {
			await browser.get(`${host.url}/`);
			await offline();
			await host.stop();
		});
		host.describeContract((answersHere, requests) => browser.executeScript(answersHere, requests));
	});
});
