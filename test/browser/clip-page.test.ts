/** The page of a clip offers what people do with one, leads on to others, and stands alone in a frame. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { describeInBrowser, problemsOf } from "./browser.ts";
import { expectAccessible, expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describeInBrowser("the page of a clip", (browser) => {
	const site = testSite([
		{ name: 'Ba "Dum" <Tss>', slug: "ba-dum", tags: "drum, loud", description: "A joke ends." },
		{ name: "Roll", tags: "drum", sound: "long.mp3" },
		...numbered("Gong", 40),
	]);
	let page: Awaited<ReturnType<typeof browser.page>>;
	beforeAll(async () => {
		page = await browser.page(`${site.origin}/clips/ba-dum/`, {
			...PHONE,
			serviceWorkers: "block",
		});
	});
	const featured = () => page.locator("#featured");

	test("has sharing, the favourite and the download in sight, and moves nothing as it loads", async () => {
		await page.getByText("42 clips").waitFor();
		const tops = new Set<number | undefined>();
		for (const control of ["button.share", "button.favourite", "a.download"]) {
			const box = await featured().locator(`.clip-actions ${control}`).boundingBox();
			expect((box?.y ?? 844) + (box?.height ?? 0), control).toBeLessThan(844);
			expect((box?.x ?? 390) + (box?.width ?? 0), control).toBeLessThan(390);
			tops.add(box?.y);
		}
		expect(tops.size).toBe(1);
		await expectNoShift(page);
		await expectAccessible(page);
	});

	test("keeps a favourite, which the sheet knows", async () => {
		await featured().getByRole("button", { name: "Favourite", exact: true }).click();
		await page.getByText("added to favourites").waitFor();
		await page.getByRole("button", { name: "More about" }).first().click();
		const inSheet = page.getByRole("dialog").getByRole("button", { name: "Favourite" });
		expect(await inSheet.getAttribute("aria-pressed")).toBe("true");
		await page.keyboard.press("Escape");
	});

	test("leads by a tag to the clips that have it, while its sound goes on", async () => {
		await page.locator('#board .clip[data-slug="clip-1"] .push').click();
		await page.locator('.clip[data-slug="clip-1"][data-state="playing"]').waitFor();
		await featured().getByRole("link", { name: "drum" }).click();
		await page.getByText("2 clips tagged “drum”").waitFor();
		expect(page.url()).toBe(`${site.origin}/?tag=drum`);
		expect(await page.locator('.clip[data-slug="clip-1"]').getAttribute("data-state")).toBe(
			"playing",
		);
		expect(await featured().isVisible()).toBe(false);
		expect(problemsOf(page)).toEqual([]);
	});

	test("has a sheet with the code that shows the clip alone on another site", async () => {
		await page.getByRole("button", { name: "More about Ba" }).first().click();
		await page.getByText("Embed", { exact: true }).click();
		const code = await page.getByRole("textbox", { name: "Code for other sites" }).inputValue();
		await expectAccessible(page);
		const other = createServer((_, response) => {
			response
				.setHeader("Content-Type", "text/html")
				.end(`<!doctype html>${code}<iframe src="${site.origin}/clips/ba-dum/"></iframe>`);
		}).listen(0, "127.0.0.1");
		await new Promise((resolve) => other.once("listening", resolve));
		const elsewhere = await browser.page("about:blank", { serviceWorkers: "block" });
		const asked: string[] = [];
		elsewhere.on("request", (request) => asked.push(new URL(request.url()).pathname));
		await elsewhere.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
		const frame = elsewhere.frameLocator("iframe[title='Ba \"Dum\" <Tss>']");
		await frame.locator(".push:visible").waitFor();
		await frame.getByRole("link").waitFor();
		expect(await elsewhere.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
		expect(await frame.locator(":focus").count()).toBe(0);
		await frame.locator(".push:visible").click();
		await frame.locator('.featured .clip[data-state="playing"]').waitFor();
		expect(await frame.locator(":is(.bar, #board, footer, .strip, .action):visible").count()).toBe(
			0,
		);
		expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
		const link = frame.getByRole("link");
		expect(await link.getAttribute("target")).toBe("_blank");
		expect(await link.evaluate((it: HTMLAnchorElement) => it.href)).toBe(
			`${site.origin}/clips/ba-dum/`,
		);
		const size = await frame
			.locator("html")
			.evaluate((it) => [it.scrollWidth - innerWidth, it.scrollHeight - innerHeight]);
		expect(size).toEqual([0, 0]);
		// No other page may be in a frame.
		const refused = () =>
			problemsOf(elsewhere).some((text) => text.includes("frame-ancestors 'none'"));
		await expect.poll(refused).toBe(true);
		other.close();
	});
});
