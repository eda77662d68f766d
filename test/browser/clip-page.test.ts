/** A clip page offers everything that people do with a clip, leads to other clips, and works alone in a frame. */
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { portOf } from "../fixtures/port.ts";
import { describeInBrowser, nextFrame, PHONE, problemsOf, withoutApi } from "./browser.ts";
import { expectAccessible, expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("the page of a clip", (browser) => {
	const site = testSite([
		{ name: 'Ba "Dum" <Tss>', slug: "ba-dum", tags: "drum, loud", description: "A joke ends." },
		{ name: "Roll", slug: "roll", tags: "drum", sound: "long.mp3" },
		...numbered("Gong", 40),
		{ slug: "withdrawn", removed: "2026-11-21", reason: "Its owner asked." },
	]);
	let page: Page;
	beforeAll(async () => {
		page = await browser.page(`${site.origin}/clips/ba-dum/`, PHONE);
	});
	const featured = () => page.locator("#featured");

	test("shows sharing, the star and the download, and moves nothing as it loads", async () => {
		await page.getByText("42 clips").waitFor();
		await page.locator("#related .push", { hasText: "Roll" }).waitFor();
		const tops = new Set<number | undefined>();
		for (const control of ["button.share", "button.favourite", "a.download"]) {
			const box = await featured().locator(`.clip-actions ${control}`).boundingBox();
			expect((box?.y ?? 844) + (box?.height ?? 0), control).toBeLessThan(844);
			expect((box?.x ?? 390) + (box?.width ?? 0), control).toBeLessThan(390);
			tops.add(box?.y);
		}
		expect(tops.size).toBe(1);
		// A link would only lead to this page.
		expect(await featured().locator("h2 a[href]").count()).toBe(0);
		await expectNoShift(page);
		await expectAccessible(page);
	});

	test("stores a favourite, which its card on the board shows", async () => {
		await featured().getByRole("button", { name: "Favourite" }).click();
		await page.locator("#board").getByRole("button", { name: "More about Ba" }).click();
		const inSheet = page.getByRole("dialog").getByRole("button", { name: "Favourite" });
		expect(await inSheet.getAttribute("aria-pressed")).toBe("true");
		await page.keyboard.press("Escape");
	});

	test("sends its sound to other apps where the device can share files", async () => {
		const phone = await browser.page("about:blank", PHONE);
		await phone.addInitScript(() => {
			const sent: unknown[] = [];
			Object.assign(window, { sent });
			navigator.canShare = (data) => data?.files?.[0]?.type === "audio/mpeg";
			navigator.share = async ({ title, files = [] } = {}) => {
				for (const { name, type, size } of files) sent.push([title, name, type, size]);
			};
		});
		await phone.goto(`${site.origin}/clips/roll/`);
		const send = phone.locator("#featured").getByRole("button", { name: "Send sound" });
		await send.click();
		const { size } = statSync(join(site.folder, "media/sounds/long.mp3"));
		await expect
			.poll(() => phone.evaluate("sent"))
			.toEqual([["Roll", "roll.mp3", "audio/mpeg", size]]);
		const rows = await phone
			.locator("#featured .clip-actions > :visible")
			.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
		expect([rows.length, new Set(rows).size]).toEqual([4, 1]);
		await expectNoShift(phone);
		await expectAccessible(phone);
		await phone.route("**/media/sounds/*", (route) => route.fulfill({ status: 503 }));
		await send.click();
		await phone.getByText("“Roll” could not be sent.").waitFor();
		// With a mouse, people download the sound instead.
		expect(
			await (await browser.page(`${site.origin}/clips/roll/`))
				.locator("#featured .send")
				.isHidden(),
		).toBe(true);
	});

	test("leads from a tag to the clips that have it, while its sound keeps playing", async () => {
		await page.locator('#board .clip[data-slug="roll"] .push').click();
		await page.locator('#board .clip[data-slug="roll"][data-state="playing"]').waitFor();
		await featured().getByRole("link", { name: "drum" }).click();
		await page.getByText("2 clips tagged “drum”").waitFor();
		expect(page.url()).toBe(`${site.origin}/?tag=drum`);
		const tile = page.locator('#board .clip[data-slug="roll"]');
		expect(await tile.getAttribute("data-state")).toBe("playing");
		expect(await featured().isVisible()).toBe(false);
		expect(problemsOf(page)).toEqual([]);
	});

	test("has a card with the code that shows the clip alone on another site, and a preview", async () => {
		await page.getByRole("button", { name: "More about Ba" }).first().click();
		const card = page.getByRole("dialog");
		await card.getByText("Embed", { exact: true }).click();
		const look = card.frameLocator("iframe");
		await look.getByRole("link", { name: 'Ba "Dum" <Tss>' }).waitFor();
		await look.getByRole("link", { name: "Instants" }).waitFor();
		// A sound in the frame could not be stopped from this page, so it must not play.
		const { x = 0, y = 0 } = (await card.locator("iframe").boundingBox()) ?? {};
		// Resolves once the page has handled the click.
		await page.mouse.click(x + 160, y + 90);
		expect(await look.locator(".featured .card").getAttribute("data-state")).toBe("silent");
		const ground = () =>
			look.locator("main").evaluate((it) => getComputedStyle(it).backgroundColor);
		const code = card.getByRole("textbox", { name: "Code for other sites" });
		for (const [theme, colour] of [
			["dark", "rgb(22, 22, 29)"],
			["light", "rgb(247, 244, 239)"],
		] as const) {
			const choice = card.getByRole("button", { name: theme });
			await choice.click();
			await expect.poll(ground).toBe(colour);
			expect(await choice.getAttribute("aria-pressed")).toBe("true");
			expect(await code.inputValue()).toContain(`/clips/ba-dum/?embed&amp;theme=${theme}"`);
		}
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		const copy = card.getByRole("button", { name: "Copy" });
		const [inner, outer] = [await copy.boundingBox(), await code.boundingBox()];
		expect(inner?.y).toBeGreaterThan(outer?.y ?? Number.NaN);
		expect((inner?.y ?? Number.NaN) + (inner?.height ?? 0)).toBeLessThan(844);
		await copy.click();
		await card.getByRole("button", { name: "Copied" }).waitFor();
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toBe(await code.inputValue());
		await expectAccessible(page);
		const other = createServer((_, response) => {
			response
				.setHeader("Content-Type", "text/html")
				.end(`<!doctype html>${copied}<iframe src="${site.origin}/clips/ba-dum/"></iframe>`);
		});
		const elsewhere = await browser.page();
		const asked: string[] = [];
		elsewhere.on("request", (request) => asked.push(new URL(request.url()).pathname));
		await elsewhere.goto(`http://127.0.0.1:${await portOf(other)}/`);
		const frame = elsewhere.frameLocator("iframe[title='Ba \"Dum\" <Tss>']");
		await frame.locator(".push:visible").waitFor();
		await frame.getByRole("link", { name: "Instants" }).waitFor();
		expect(await elsewhere.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
		expect(await frame.locator(":focus").count()).toBe(0);
		await frame.locator(".push:visible").click();
		await frame.locator('.featured .card[data-state="playing"]').waitFor();
		// The frame has no room for the options.
		await frame.locator(".push:visible").press("?");
		await frame.locator("body").evaluate(nextFrame);
		expect(await frame.locator("dialog[open]").count()).toBe(0);
		expect(
			await frame.locator(":is(.search, #board, footer, .strip, .action):visible").count(),
		).toBe(0);
		expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
		const links = await frame
			.locator("a:visible")
			.evaluateAll((all) =>
				all.map((it) => [(it as HTMLAnchorElement).href, it.getAttribute("target")]),
			);
		expect(links).toEqual([
			[`${site.origin}/`, "_blank"],
			[`${site.origin}/clips/ba-dum/`, "_blank"],
		]);
		const size = await frame
			.locator("html")
			.evaluate((it) => [it.scrollWidth - innerWidth, it.scrollHeight - innerHeight]);
		expect(size).toEqual([0, 0]);
		// No other page may be shown in a frame.
		const refused = () =>
			problemsOf(elsewhere).some((text) => text.includes("frame-ancestors 'none'"));
		await expect.poll(refused).toBe(true);
	});

	describe("for a clip that does not exist", () => {
		let page: Page;
		beforeAll(async () => {
			page = await browser.page();
			await page.addInitScript(() => {
				const squeaks: unknown[] = [];
				Object.assign(window, { squeaks });
				const { start } = OscillatorNode.prototype;
				OscillatorNode.prototype.start = function () {
					squeaks.push(this);
					return start.call(this);
				};
			});
		});

		test.for([
			["clips/withdrawn/", 410, "This clip was removed", "42 clips"],
			["clips/nobody/", 404, "Page not found", "42 clips"],
			["some/where?name=roll", 404, "Page not found", "42 clips"],
			["clips/withdrawn/?embed", 410, "This clip was removed", "Instants"],
			["clips/nobody/?embed", 404, "Page not found", "Instants"],
		] as const)(
			"at %s shows a grey dome that squeaks, and other clips",
			async ([path, status, why, more]) => {
				expect((await page.goto(`${site.origin}/${path}`))?.status()).toBe(status);
				await page.getByRole("heading", { name: why }).waitFor();
				await page.getByText(more, { exact: true }).waitFor();
				await page.getByRole("button", { name: why }).click();
				await expect.poll(() => page.evaluate("squeaks.length")).toBe(1);
				expect(page.url()).toBe(`${site.origin}/${path}`);
				expect(await page.getByText("Its owner asked.").count()).toBe(status === 410 ? 1 : 0);
				await expectNoShift(page);
			},
		);

		test.for([
			["withdrawn", "This clip was removed"],
			["nobody", "Page not found"],
			["roll", "Roll"],
		] as const)("at %s says “%s” where no code runs", async ([slug, title]) => {
			const titled = `${title} – Instants`;
			await withoutApi(page);
			const body = readFileSync(join(site.folder, "404.html"), "utf8");
			await page.route("**/clips/*/", (route) =>
				route.fulfill({ status: 404, contentType: "text/html", body }),
			);
			await page.goto(`${site.origin}/clips/${slug}/`);
			await page.locator(".featured h2", { hasText: title }).waitFor();
			await page.getByText("42 clips", { exact: true }).waitFor();
			expect(await page.title()).toBe(titled);
		});

		test.for([
			["gong-7", "No exact match for “gong 7”. 1 similar clip", "Gong 7"],
			["rol", "No exact match for “rol”. 1 similar clip", "Roll"],
			["baa-dumm", "No exact match for “baa dumm”. 1 similar clip", 'Ba "Dum" <Tss>'],
		] as const)("at %s shows what its words find", async ([slug, said, name]) => {
			await page.goto(`${site.origin}/clips/${slug}/`);
			await page.getByText(said).waitFor();
			await expect.poll(() => page.locator("#board .name").allTextContents()).toEqual([name]);
			expect(page.url()).toBe(`${site.origin}/clips/${slug}/`);
			await expectNoShift(page);
			await expectAccessible(page);
		});
	});
});
