/** A site with its documentation, in a browser. */
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { testServer } from "../contract/over-http.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { serve } from "../hosts/github-pages/serve.ts";
import { freePort } from "../hosts/server.ts";
import { problemsOf, type TestBrowser } from "./browser.ts";
import { expectAccessible } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

export const CLIPS = [{ name: "Drum Roll" }, { name: "<b>bold</b>" }, ...numbered("Horn", 25)];

/** Served as long as the tests of a group run. */
export function docsSite(browser: TestBrowser) {
	const root = temporaryFolder();
	const site = testSite(CLIPS, () => ({ out: join(root, "project") }));
	/** A host that serves files alone, as GitHub Pages serves a project. */
	const plain = testServer(async () => serve(root, await freePort()));

	const docs = (part: string): string => `${site.origin}/docs/${part}`;

	/** Opens a page and uses it; expects no error and no request to another origin. */
	async function onPage(
		use: (page: Page) => Promise<void>,
		options: BrowserContextOptions = {},
		url = docs(""),
	): Promise<void> {
		const page = await browser.page("about:blank", options);
		const asked: string[] = [];
		page.on("request", (request) => asked.push(request.url()));
		await page.goto(url);
		await use(page);
		const { origin } = new URL(url);
		expect(asked.filter((address) => new URL(address).origin !== origin)).toEqual([]);
		expect(problemsOf(page).filter((text) => !text.includes("404 (Not Found)"))).toEqual([]);
		await page.context().close();
	}

	return { root, site, plain, docs, onPage };
}

/** Expects a page to be accessible in light and dark colours, and to scroll only vertically. */
export async function expectUsable(page: Page): Promise<void> {
	await expectAccessible(page);
	const [inside, width] = await page.evaluate(() => [
		document.documentElement.scrollWidth,
		innerWidth,
	]);
	expect(inside).toBe(width);
}
