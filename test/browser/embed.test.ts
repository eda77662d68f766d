/** The button for other sites plays a clip on a page from another origin, also by keyboard, and says why if it cannot. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeInBrowser, heldBack, notePlayed, playedBy, problemsOf } from "./browser.ts";
import { expectAccessible, expectNoShift } from "./chromium.ts";
import { testSite } from "./site.ts";

const CLIPS = [
	{ name: 'Ba "Dum" <Tss>', slug: "ba-dum", sound: "long.mp3", gain: -6.02 },
	{ name: "Picture", slug: "picture", image: "dot.png" },
	{ name: "A name that takes a line, and then another line, and then one more", slug: "long" },
	{ slug: "withdrawn", removed: "2026-11-21" },
];

describeInBrowser("a page of another site", (browser) => {
	const site = testSite(CLIPS);
	const other = testSite([{ name: "Theirs", slug: "ba-dum", sound: "long.mp3" }]);
	/** The page of the other site. */
	let html = "";
	let policy = "";
	const server = createServer((_, response) => {
		response.setHeader("Content-Type", "text/html; charset=utf-8");
		response.setHeader("Content-Security-Policy", policy);
		response.end(
			`<!doctype html><html lang="en"><title>Elsewhere</title><main><h1>Elsewhere</h1>${html}</main>`,
		);
	}).listen(0, "127.0.0.1");
	const elsewhere = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	afterAll(() => server.close());

	describe("embeds clips", () => {
		let page: Page;
		beforeAll(async () => {
			page = await browser.page();
			await notePlayed(page);
		});
		afterAll(() => page?.context().close());

		/** Opens the other site, whose policy allows only the embed. */
		async function open(body: string): Promise<void> {
			policy = `default-src 'none'; script-src ${site.origin}; connect-src ${site.origin}; media-src ${site.origin}; img-src ${site.origin}; require-trusted-types-for 'script'`;
			html = `<script type="module" src="${site.origin}/embed.js"></script>${body}`;
			await page.goto(elsewhere());
		}
		const button = (name: string) => page.getByRole("button", { name, exact: true });
		const playing = async () =>
			(await playedBy(page)).map(({ paused, volume }) => [!paused, volume]);

		/** A list that collects every address matching `path` that the page requests. */
		function noteAsked(path: RegExp): string[] {
			const asked: string[] = [];
			page.on("request", (request) => path.test(request.url()) && asked.push(request.url()));
			return asked;
		}

		test("plays after one press, as loud as others, and stops with the next, by keys too", async () => {
			const asked = noteAsked(/oembed\.json$/);
			await open(
				'<instants-button slug="ba-dum"></instants-button><instants-button slug="picture"></instants-button>',
			);
			const first = button('Ba "Dum" <Tss>');
			await first.click();
			await expect.poll(playing).toEqual([[true, expect.closeTo(0.5, 2)]]);
			await expect.poll(() => first.getAttribute("aria-pressed")).toBe("true");
			await page.keyboard.press("Enter");
			await expect.poll(playing).toEqual([[false, expect.closeTo(0.5, 2)]]);
			await expect.poll(() => first.getAttribute("aria-pressed")).toBe("false");
			await page.keyboard.press("Tab");
			await page.keyboard.press("Space");
			// The clip is so short that it may have ended.
			await expect.poll(async () => (await playing())[1]?.[1]).toBe(1);
			await expect.poll(() => button("Picture").getAttribute("aria-pressed")).toBe("false");
			const width = () =>
				button("Picture")
					.locator("img")
					.evaluate((image: HTMLImageElement) => image.naturalWidth);
			await expect.poll(width).toBeGreaterThan(0);
			await expectAccessible(page);
			expect(problemsOf(page)).toEqual([]);
			expect(asked.length).toBe(2);
		});

		test("says that a press has failed, and can be pressed again", async () => {
			const sounds = "**/media/sounds/*";
			await page.route(sounds, (route) => route.fulfill({ status: 503 }));
			await open('<instants-button slug="ba-dum"></instants-button>');
			await button('Ba "Dum" <Tss>').press("Enter");
			const failed = button("This clip could not be played.");
			await failed.waitFor();
			expect(await failed.getAttribute("aria-pressed")).toBe("false");
			await page.unroute(sounds);
			await page.keyboard.press("Enter");
			const pressed = page.locator('[aria-pressed="true"]');
			await button('Ba "Dum" <Tss>').and(pressed).waitFor();
			await expect.poll(playing).toEqual([
				[true, expect.closeTo(0.5, 2)],
				[true, expect.closeTo(0.5, 2)],
			]);
		});

		test("plays the clips of two sites on one page, in either order of their modules", async () => {
			const modules = [site, other].map(
				({ origin }) => `<script type="module" src="${origin}/embed.js"></script>`,
			);
			const buttons = [site, other].map(
				({ origin }) => `<instants-button site="${origin}" slug="ba-dum"></instants-button>`,
			);
			for (const first of [0, 1]) {
				const sounds = noteAsked(/\/media\/sounds\//);
				policy = "";
				html = `${modules[first]}${modules[1 - first]}${buttons.join("")}`;
				await page.goto(elsewhere());
				await button('Ba "Dum" <Tss>').click();
				await button("Theirs").click();
				const long = "/media/sounds/long.mp3";
				await expect
					.poll(() => [...new Set(sounds)])
					.toEqual([site.origin + long, other.origin + long]);
			}
			expect(problemsOf(page).filter((text) => /defin|already/.test(text))).toEqual([]);
		});

		test("says that a clip does not exist, and cannot be pressed", async () => {
			await open(
				'<instants-button slug="nobody"></instants-button><instants-button slug="withdrawn"></instants-button><instants-button slug="../x"></instants-button><instants-button></instants-button>',
			);
			await button("This clip was removed.").waitFor();
			const none = page.getByRole("button", { name: /is not available|was removed/ });
			await expect.poll(() => none.count()).toBe(4);
			for (const one of await none.all()) expect(await one.isDisabled()).toBe(true);
		});

		test("follows its slug", async () => {
			await open('<instants-button slug="nobody"></instants-button>');
			const none = button("This clip is not available.");
			await none.waitFor();
			await page.locator("instants-button").evaluate((it) => it.setAttribute("slug", "ba-dum"));
			await button('Ba "Dum" <Tss>').click();
			await expect.poll(playing).toEqual([[true, expect.closeTo(0.5, 2)]]);
			await page.locator("instants-button").evaluate((it) => it.remove());
			await expect.poll(playing).toEqual([[false, expect.closeTo(0.5, 2)]]);
		});
	});

	test("shows and plays a clip in the frame that WordPress makes from its oEmbed answer", async () => {
		const oembed = await (await fetch(`${site.origin}/clips/long/oembed.json`)).json();
		const secret = "#?secret=iY0CcDhOZW";
		// https://developer.wordpress.org/reference/functions/wp_filter_oembed_result/
		html = oembed.html
			.replace(/ (?:allow|style)="[^"]*"/g, "")
			.replace('?embed"', `?embed${secret}" data-secret="iY0CcDhOZW"`)
			.replace("<iframe", '<iframe sandbox="allow-scripts" security="restricted"');
		policy = "";
		const page = await browser.page(elsewhere());
		const frame = page.frameLocator("iframe");
		await frame.locator(".push:visible").click();
		await frame.locator('.featured .card[data-state="playing"]').waitFor();
		const facts = await frame.locator("html").evaluate((it) => ({
			origin,
			grounds: [it, document.body].map((one) => getComputedStyle(one).backgroundColor),
			scrolls: [it.scrollWidth > innerWidth, it.scrollHeight > innerHeight],
		}));
		const clear = "rgba(0, 0, 0, 0)";
		expect(facts).toEqual({ origin: "null", grounds: [clear, clear], scrolls: [false, false] });
		const { width, height } = (await page.locator("iframe").boundingBox()) ?? {};
		expect([width, height]).toEqual([oembed.width, oembed.height]);
		await frame.locator('.featured .card[data-state="silent"]').waitFor();
		expect(problemsOf(page)).toEqual([]);
		const load = await heldBack(page, "**/assets/soundboard-*.js");
		await page.goto(`${site.origin}/clips/long/?embed`, { waitUntil: "commit" });
		await page.locator(".push:visible").waitFor();
		load();
		await page.locator(".featured .card[data-slug]").waitFor();
		await expectNoShift(page);
		await expectAccessible(page);
	});

	test("keeps its link without the module if its site is down, and with it says that the clip could not be loaded", async () => {
		const page = await browser.page();
		const link = `<instants-button slug="ba-dum"><a href="${site.origin}/clips/ba-dum/">Ba Dum</a></instants-button>`;
		[policy, html] = ["", link];
		await page.goto(elsewhere());
		expect(await page.getByRole("link", { name: "Ba Dum" }).isVisible()).toBe(true);
		html = `<script type="module" src="${site.origin}/embed.js"></script>${link}`;
		await page.route("**/oembed.json", (route) => route.abort());
		await page.goto(elsewhere());
		const button = page.getByRole("button", { name: "This clip could not be loaded." });
		await button.waitFor();
		expect(await page.getByRole("link").count()).toBe(0);
		await page.unroute("**/oembed.json");
		await button.click();
		await page.getByRole("button", { name: 'Ba "Dum" <Tss>' }).waitFor();
	});
});
