/** Drives Debian's Chromium for the tests of a file: pages as people see them. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openChromium } from "./chromium.ts";

/** How long a page may take to show something: far longer than it does, also on a busy machine. */
const TIMEOUT_MS = 20_000;

type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]>;

/** A browser that runs as long as the tests of a file. */
export interface TestBrowser {
	/** A new profile: nothing stored, no service worker. */
	context(options?: ContextOptions): Promise<BrowserContext>;
	/** A page in a new profile, which fails on errors of its own: see `problemsOf`. */
	page(url: string, options?: ContextOptions): Promise<Page>;
}

const problems = new WeakMap<Page, string[]>();

/** Errors that a page has thrown or logged, and what its policy has forbidden. */
export function problemsOf(page: Page): readonly string[] {
	return problems.get(page) ?? [];
}

/** Starts the browser before the tests of a file and ends it after them. */
export function testBrowser(): TestBrowser {
	let browser: Browser;
	beforeAll(async () => {
		browser = await openChromium();
	});
	afterAll(() => browser?.close());
	const context = async (options: ContextOptions = {}): Promise<BrowserContext> => {
		const made = await browser.newContext({ viewport: { width: 1024, height: 768 }, ...options });
		made.setDefaultTimeout(TIMEOUT_MS);
		return made;
	};
	return {
		context,
		page: async (url, options) => {
			const page = await (await context(options)).newPage();
			watch(page);
			await page.goto(url);
			return page;
		},
	};
}

/** Notes the problems of a page from now on. */
function watch(page: Page): void {
	const seen: string[] = [];
	problems.set(page, seen);
	page.on("pageerror", (error) => seen.push(String(error)));
	page.on("console", (message) => {
		if (message.type() === "error") seen.push(message.text());
	});
}
