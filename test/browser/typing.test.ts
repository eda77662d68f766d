/** The list follows each pause in typing, with little work, and an answer that comes late changes nothing. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { RawInstant } from "../fixtures/published.ts";
import {
	describeInBrowser,
	describeInBrowsers,
	heldBack,
	problemsOf,
	timersRun,
} from "./browser.ts";
import { expectNoShift } from "./chromium.ts";
import { numbered, testSite } from "./site.ts";

const DRUMS: RawInstant[] = [
	{ name: "Drum Roll", tags: "music" },
	{ name: "Drum" },
	{ name: "Air Horn", description: "Not a drum" },
];

const status = (page: Page, text: string) => page.locator("#status", { hasText: text }).waitFor();
const field = (page: Page) => page.locator("#search");

describeInBrowsers("the soundboard", (browser) => {
	const names = (page: Page) => page.locator("[data-slug] .name").allTextContents();

	describe("with more clips than the page holds", () => {
		const site = testSite([...numbered("Gong", 100), ...DRUMS]);
		let page: Page;
		beforeAll(async () => {
			page = await browser.page(site.origin);
			await page.getByText("103 clips").waitFor();
		});

		test("the list follows each pause with one request, and fills the window once typing ends", async () => {
			const asked: string[] = [];
			page.on("request", (request) => {
				if (request.url().includes("/?name=")) asked.push(request.url().replace(/.*\?/, ""));
			});
			const built = await countTiles(page);
			for (const [piece, found] of [
				["dru", "2 clips for “dru”"],
				["m", "2 clips for “drum”"],
				[" rol", "1 clip for “drum rol”"],
			] as const) {
				// All keys at once, so that a busy machine cannot pause between them.
				await field(page).evaluate((it: HTMLInputElement, piece) => {
					for (const key of piece) {
						it.value += key;
						it.dispatchEvent(new Event("input", { bubbles: true }));
					}
				}, piece);
				await status(page, found);
			}
			expect(await names(page)).toEqual(["Drum Roll"]);
			expect(asked).toEqual(["name=dru", "name=drum", "name=drum+rol"]);
			// Tiles that stay are not built again.
			expect(await built()).toBe(2);
			await field(page).fill("gong");
			await status(page, "100 clips for “gong”");
			await page.locator("[data-slug]").nth(29).waitFor({ state: "attached" });
			expect(await built()).toBe(32);
			// Twice as long as a pause before more clips are read.
			await timersRun(page, 500);
			expect(asked.slice(3).sort()).toEqual(["name=gong", "name=gong&page=2", "name=gong&page=3"]);
			await page.evaluate(() => scrollTo(0, 10));
			await page.locator("[data-slug]").nth(69).waitFor({ state: "attached" });
			expect(problemsOf(page)).toEqual([]);
		});

		test("matches are highlighted in the names until the search is cleared", async () => {
			const marked = () =>
				page.evaluate(() =>
					Array.from(CSS.highlights.get("match") ?? [], (it) => {
						const { startContainer, startOffset, endOffset } = it as StaticRange;
						return startContainer.textContent?.slice(startOffset, endOffset);
					}),
				);
			await field(page).fill("rol DRUM");
			await expect.poll(marked).toEqual(["Rol", "Drum"]);
			await page.getByRole("button", { name: "Clear the search" }).click();
			await status(page, "103 clips");
			expect(await page.evaluate(() => document.activeElement?.id)).toBe("search");
			await expect.poll(marked).toEqual([]);
		});

		test("a search that is too broad says so, in the words of the API", async () => {
			const why = "This search is too broad: use fewer or longer words.";
			await page.route("**/api/v1/instants/?name=*", (route) =>
				route.fulfill({ status: 400, json: { name: [why] } }),
			);
			await field(page).fill("a b c");
			await page.getByText(why).waitFor();
			expect(await page.getByText("No clips found").isVisible()).toBe(false);
		});
	});
});

/** Counts the tiles that are added to the board from now on, each once. */
async function countTiles(page: Page): Promise<() => Promise<number>> {
	await page.evaluate(() => {
		const board = document.querySelector("#board") as Element;
		const built = new Set<Node>();
		const before = new Set<Node>(board.children);
		Object.assign(window, { built });
		new MutationObserver((changes) => {
			for (const tile of changes.flatMap(({ addedNodes }) => [...addedNodes]))
				if (!before.has(tile) && (tile as HTMLElement).dataset.slug) built.add(tile);
		}).observe(board, { childList: true });
	});
	return () => page.evaluate("built.size");
}

/** Makes a page record the queries that it aborts, since Firefox does not report them. */
async function noteAborted(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const { fetch } = window;
		const aborted = Object.assign(window, { aborted: [] as string[] });
		window.fetch = (url, init) =>
			fetch(url, init).catch((error: DOMException) => {
				// Leaves out the requests that took too long.
				if (error.name === "AbortError") aborted.aborted.push(String(url).replace(/.*\?/, ""));
				throw error;
			});
	});
}

describeInBrowsers("an answer that comes late", (browser) => {
	const site = testSite([...numbered("Gong", 50), { name: "Drum Roll" }, { name: "Drum" }]);
	test("a search that is typed while the page of a clip loads is answered", async () => {
		const page = await browser.page();
		const load = await heldBack(page, "**/assets/soundboard-*.js");
		await page.goto(`${site.origin}/clips/clip-3/`, { waitUntil: "commit" });
		await field(page).pressSequentially("dru");
		load();
		await status(page, "2 clips for “dru”");
		await page.keyboard.type("m");
		await status(page, "2 clips for “drum”");
	});

	test("the first clips are no longer requested once a search is, and the board stays busy", async () => {
		const page = await browser.page();
		await noteAborted(page);
		const answer = await heldBack(page, "**/instants/?*");
		const first = "**/instants/?page=5";
		const scripts: string[] = [];
		page.on("request", (it) => it.url().includes("/search-") && scripts.push(it.url()));
		const asked = page.waitForRequest(first);
		await page.goto(`${site.origin}/?page=5`);
		await asked;
		await field(page).fill("drum");
		await expect.poll(() => page.evaluate("aborted")).toEqual(["page=5"]);
		await status(page, "Searching…");
		expect(await page.locator("#board").getAttribute("aria-busy")).toBe("true");
		expect(await page.locator("#board.outdated").count()).toBe(1);
		answer();
		await status(page, "2 clips for “drum”");
		expect(await page.locator("#board > *").count()).toBe(2);
		expect(await page.locator("#board.outdated").count()).toBe(0);
		// The page does not search on its own either, as it does if an answer takes too long.
		expect(scripts).toEqual([]);
	});
});

/** Names and tags that differ only in their last letters. */
const TOLD_APART: RawInstant[] = [
	...numbered("Vine", 40).map((clip) => ({ ...clip, tags: "pranks, reactions, vine" })),
	{ name: "Laughing Dog", tags: "animal" },
	{ name: "Vine Boom", tags: "laughing meme", sound: "long.mp3" },
	{ name: "Prank Call" },
	{ name: "Pranks", tags: "reaction" },
];

describeInBrowser("someone who types", (browser) => {
	const site = testSite(TOLD_APART);

	test.for([
		[390, 844],
		[1440, 900],
	])("sees nothing move in a window of %i by %i px", async ([width = 0, height = 0]) => {
		const page = await browser.page(site.origin, { viewport: { width, height } });
		await page.getByText("44 clips", { exact: true }).waitFor();
		const top = () =>
			page.evaluate(
				() => document.querySelector("#board [data-slug]")?.getBoundingClientRect().top,
			);
		const shown = (name: string) =>
			expect
				.poll(() =>
					page.evaluate(() => [
						new URL(location.href).searchParams.get("name") ?? "",
						document.querySelector("#board")?.ariaBusy,
					]),
				)
				.toEqual([name.trim(), "false"]);
		const tops: (number | undefined)[] = [];
		for (const query of ["laughing meme", "reaction", "animal", "pranks", "vien"]) {
			for (let typed = 1; typed <= query.length; typed++) {
				await field(page).press("End");
				await page.keyboard.type(query.charAt(typed - 1));
				await shown(query.slice(0, typed));
				tops.push(await top());
			}
			await page.getByRole("button", { name: "Clear the search" }).click();
			await shown("");
		}
		expect(tops).toHaveLength(37);
		expect([...new Set(tops.filter((top) => top !== undefined))]).toHaveLength(1);
		await expectNoShift(page);
		expect(problemsOf(page)).toEqual([]);
	});

	/** Opens a page whose timers run only when a test says so, and records its requests for clips. */
	async function openStopped() {
		const page = await browser.page();
		await noteAborted(page);
		await page.clock.install();
		await page.goto(site.origin);
		await page.getByText("44 clips", { exact: true }).waitFor();
		const asked: string[] = [];
		const query = (url: string) => url.replace(/.*\?/, "");
		page.on("request", (it) => it.url().includes("/api/") && asked.push(query(it.url())));
		await page.clock.pauseAt(Date.now() + 3_600_000);
		return { page, asked };
	}

	test("gets one request for each pause, and nothing more for a query that was not finished", async () => {
		const { page, asked } = await openStopped();
		const letters = "vine boom";
		const typed = Array.from(letters, (_, i) => letters.slice(0, i + 1));
		let answer = (): void => {};
		for (const [i, name] of typed.entries()) {
			const url = `**/?${new URLSearchParams({ name })}`;
			if (i === 1) answer = await heldBack(page, "**/api/**");
			// A space does not change the query.
			const request = name.endsWith(" ") ? undefined : page.waitForRequest(url);
			await field(page).press(name.slice(-1));
			await page.clock.runFor(130);
			await request;
			if (i === 0) await status(page, "41 clips for “v”");
		}
		const all = typed
			.filter((name) => !name.endsWith(" "))
			.map((name) => `${new URLSearchParams({ name })}`);
		expect(asked).toEqual(all);
		await expect.poll(() => page.evaluate("aborted")).toEqual(all.slice(1, -1));
		answer();
		await status(page, "1 clip for “vine boom”");
		const [ahead] = await Promise.all([
			page.waitForRequest("**/long.mp3"),
			page.waitForRequest("**/?tag=vine+boom"),
			page.clock.runFor(250),
		]);
		// The sound is requested in advance, since Enter would play it.
		expect(ahead.isNavigationRequest()).toBe(false);
		expect(asked).toEqual([...all, "tag=vine+boom"]);
	});

	test("sees that the board is not the answer, even before the search is sent", async () => {
		const { page, asked } = await openStopped();
		const dome = page.locator("#board .stage").first();
		const opacity = () => dome.evaluate((it) => getComputedStyle(it).opacity);
		expect(await opacity()).toBe("1");
		await field(page).press("v");
		// No tile waits for its own turn, which would delay what the key shows.
		const waiting = () => document.querySelector("#board")?.getAnimations({ subtree: true }).length;
		expect(await page.evaluate(waiting)).toBe(0);
		await page.clock.runFor(100);
		await field(page).press("i");
		await page.clock.runFor(60);
		expect(await opacity()).toBe("0.4");
		expect(asked).toEqual([]);
		await field(page).fill("");
		await page.clock.runFor(130);
		await expect.poll(opacity).toBe("1");
	});
});
