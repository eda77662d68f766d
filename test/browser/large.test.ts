/** So that a catalogue too large to be stored unasked still answers, and can be stored if somebody wants. */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Preview } from "../../scripts/preview/server.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { testBrowser } from "./browser.ts";
import { startSite } from "./site.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();

describe.skipIf(skip)(`a large catalogue in ${title}`, () => {
	const browser = testBrowser();
	let preview: Preview;
	let context: BrowserContext;
	let page: Page;

	beforeAll(async () => {
		// Eleven megabytes: one more than are stored unasked.
		const description = "x".repeat(10_000);
		const records = Array.from({ length: 1100 }, (_, i) => ({
			name: `Boom ${i + 1}`,
			description,
		}));
		({ preview } = await startSite(parent, records));
		context = await browser.context();
		page = await context.newPage();
		await page.goto(preview.origin);
	});
	afterAll(() => preview.stop());

	const api = (query: string) =>
		page.evaluate(async (query) => {
			const response = await fetch(`/api/v1/instants/${query}`);
			return {
				status: response.status,
				count: ((await response.json()) as { count?: number }).count,
			};
		}, query);

	test("what was read is there without the network, and nothing else", async () => {
		const button = page.getByRole("button", { name: "Make the search work offline" });
		await button.waitFor();
		// Now that the worker is there, it remembers what is read.
		await page.reload();
		await page.locator(".push").nth(30).waitFor({ state: "attached" });
		expect(await api("?name=boom+1099")).toEqual({ status: 200, count: 1 });
		await context.setOffline(true);
		await page.reload();
		await page.locator(".push").nth(30).waitFor({ state: "attached" });
		expect(await api("")).toEqual({ status: 200, count: 1100 });
		expect((await api("?page=77")).status).toBe(503);
		await context.setOffline(false);
	});

	test("all of it is, once somebody wants it", async () => {
		await page.getByRole("button", { name: "Make the search work offline" }).click();
		await page.getByText("Works offline").waitFor();
		await context.setOffline(true);
		expect(await api("?page=77")).toEqual({ status: 200, count: 1100 });
		expect(await api("?name=boom+1098")).toEqual({ status: 200, count: 1 });
		await context.setOffline(false);
	});

	describe("with more names than an index is loaded for", () => {
		/** A page that takes the catalogue for larger than it is. */
		async function open(isApiThere: boolean): Promise<{ page: Page; asked: string[] }> {
			const context = await browser.context({ serviceWorkers: "block" });
			await context.route(/latest\.json|\/page\/\d+\.json/, async (route) => {
				const file = (await (await route.fetch()).json()) as object;
				await route.fulfill({ json: { ...file, count: 20_001 } });
			});
			if (!isApiThere) {
				await context.route("**/api/**", (route) => route.fulfill({ status: 404, body: "<html>" }));
			}
			const page = await context.newPage();
			const asked: string[] = [];
			page.on("request", (request) => asked.push(request.url().slice(preview.origin.length)));
			await page.goto(`${preview.origin}/?name=boom+77`);
			await page.getByText("1 clip for “boom 77”").waitFor();
			return { page, asked };
		}

		test("the API is asked", async () => {
			const { asked } = await open(true);
			expect(asked).toContain("/api/v1/instants/?name=boom+77");
			expect(asked.filter((path) => path.includes("index.json"))).toEqual([]);
		});

		test("the index is loaded where there is no API", async () => {
			const { asked } = await open(false);
			expect(asked).toContain("/v1/instants/search/index.json");
		});
	});
});
