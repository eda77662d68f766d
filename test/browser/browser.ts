/** Browsers for the tests in a file: Chromium, and Firefox where it matters most. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import {
	afterAll,
	beforeEach,
	describe,
	onTestFinished,
	type TestContext,
	TestRunner,
} from "vitest";
import { PATIENCE } from "../fixtures/patience.ts";
import { CHROMIUM, FIREFOX, skipping } from "../hosts/tools.ts";
import { openChromium } from "./chromium.ts";
import { NOT_IN_FIREFOX, openFirefox } from "./firefox.ts";

type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]>;

/** A touch device the size of a typical phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export interface TestBrowser {
	/** A new profile: nothing stored, and no service worker unless the options allow one. */
	context(options?: ContextOptions): Promise<BrowserContext>;
	/** A page in a new profile. `problemsOf` returns its errors. */
	page(url?: string, options?: ContextOptions): Promise<Page>;
}

const problems = new WeakMap<Page, string[]>();

/** Errors that a page has thrown or logged, including violations of its CSP. */
export function problemsOf(page: Page): readonly string[] {
	return problems.get(page) ?? [];
}

/** Makes the host answer like a host without an API. */
export async function withoutApi(target: Pick<BrowserContext, "route">): Promise<void> {
	const answer = { status: 404, contentType: "text/html", body: "<title>Not found</title>" };
	await target.route("**/api/**", (route) => route.fulfill(answer));
}

/** A sound that a page has played. */
type Played = Pick<HTMLMediaElement, "currentTime" | "paused" | "volume">;

/** Makes every page that is opened from now on record its sounds in `played`, and play them at `rate`. */
export async function notePlayed(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const played: HTMLMediaElement[] = [];
		const noted = Object.assign(window, { played, rate: 1 });
		const { play } = HTMLMediaElement.prototype;
		HTMLMediaElement.prototype.play = function () {
			played.push(this);
			this.playbackRate = noted.rate;
			return play.call(this);
		};
	});
}

/** The sounds that a page has played, in order, as they are now. */
export function playedBy(page: Page): Promise<Played[]> {
	return page.evaluate(
		"played.map(({ currentTime, paused, volume }) => ({ currentTime, paused, volume }))",
	);
}

/** Runs in a page: ends after the next frame, and after what the page has put off until then. */
export function nextFrame(): Promise<void> {
	return new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));
}

/** Holds back the requests for these URLs until the function that it returns is called. */
export async function heldBack(page: Page, urls: string): Promise<() => void> {
	let release = (): void => {};
	const isReleased = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(urls, async (route) => {
		await isReleased;
		await route.continue();
	});
	return release;
}

/**
 * Waits this many milliseconds by the page's clock: all timers that the page had set to fire sooner have
 * fired by then, however slow the machine.
 */
export function timersRun(page: Page, ms: number): Promise<void> {
	return page.evaluate((ms) => new Promise<void>((done) => setTimeout(done, ms)), ms);
}

/** The browsers for all test files that a worker runs, by name and flags. They close when the worker ends. */
const browsers = new Map<string, Promise<Browser>>();

const ENGINES = {
	chromium: { program: CHROMIUM, open: openChromium },
	firefox: { program: FIREFOX, open: openFirefox },
};
type Engine = keyof typeof ENGINES;

/** The browser in which all tests run: `BROWSER=firefox npm run tests -- test/browser`. */
const USUAL = (process.env.BROWSER ?? "chromium") as Engine;

/** A group of tests in a browser, which are skipped if the browser is not installed. */
export function describeInBrowser(
	what: string,
	tests: (browser: TestBrowser) => void,
	flags: readonly string[] = [],
	engine = USUAL,
): void {
	const { skip, title } = skipping(ENGINES[engine].program);
	describe.skipIf(skip)(`${what} in ${title}`, () => {
		if (engine === "firefox") beforeEach(skipNotInFirefox);
		tests(testBrowser(engine, flags));
	});
}

function skipNotInFirefox({ skip, task }: TestContext): void {
	const { why } =
		NOT_IN_FIREFOX.find(({ tests }) => tests.some((it) => task.name.includes(it))) ?? {};
	skip(why !== undefined, why);
}

/** A group of tests in each of the browsers that differ in how they handle playing, storing and typing. */
export function describeInBrowsers(what: string, tests: (browser: TestBrowser) => void): void {
	for (const engine of new Set<Engine>([USUAL, "firefox"]))
		describeInBrowser(what, tests, [], engine);
}

function testBrowser(engine: Engine, flags: readonly string[]): TestBrowser {
	/** Contexts that were opened outside of a test, for several tests. */
	const shared: BrowserContext[] = [];
	afterAll(() => Promise.all(shared.map((context) => context.close())));
	const context = async (options: ContextOptions = {}): Promise<BrowserContext> => {
		const key = [engine, ...flags].join(" ");
		const browser = browsers.get(key) ?? ENGINES[engine].open(flags);
		browsers.set(key, browser);
		const context = await (await browser).newContext({
			viewport: { width: 1024, height: 768 },
			serviceWorkers: "block",
			...options,
		});
		context.setDefaultTimeout(PATIENCE);
		if (TestRunner.getCurrentTest() === undefined) shared.push(context);
		else onTestFinished(() => context.close());
		return context;
	};
	return {
		context,
		page: async (url = "about:blank", options = {}) => {
			const page = await (await context(options)).newPage();
			watch(page);
			await page.goto(url);
			return page;
		},
	};
}

function watch(page: Page): void {
	const seen: string[] = [];
	problems.set(page, seen);
	page.on("pageerror", (error) => seen.push(String(error)));
	page.on("console", (message) => {
		if (message.type() === "error") seen.push(message.text());
	});
}
