/** A catalogue too large to store without asking still works, and can be stored on request. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { describeInBrowser } from "./browser.ts";
import { numbered, testSite } from "./site.ts";

describeInBrowser("a large catalogue", (browser) => {
	// Eleven megabytes, one more than is stored without asking.
	const description = "x".repeat(10_000);
	const site = testSite(numbered("Boom", 1100).map((clip) => ({ ...clip, description })));
	let context: BrowserContext;
	let page: Page;

	beforeAll(async () => {
		context = await browser.context();
		page = await context.newPage();
		await page.goto(site.origin);
	});

	const api = (query: string) =>
		page.evaluate(async (query) => {
			const response = await fetch(`/api/v1/instants/${query}`);
			return {
				status: response.status,
				count: ((await response.json()) as { count?: number }).count,
			};
		}, query);

	test("only what was read before works offline", async () => {
		const button = page.getByRole("button", { name: "Make search available offline" });
		await button.waitFor();
		// Only now is there a worker that keeps what is read.
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

	test("everything works offline once someone asks for it", async () => {
		await page.getByRole("button", { name: "Make search available offline" }).click();
		await page.getByText("Works offline").waitFor();
		await context.setOffline(true);
		expect(await api("?page=77")).toEqual({ status: 200, count: 1100 });
		expect(await api("?name=boom+1098")).toEqual({ status: 200, count: 1 });
		await context.setOffline(false);
	});

	describe("a catalogue with too many names to load their index", () => {
		/** A page whose catalogue claims to be larger than it is. */
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
			page.on("request", (request) => asked.push(request.url().slice(site.origin.length)));
			await page.goto(`${site.origin}/?name=boom+77`);
			await page.getByText("1 clip for “boom 77”").waitFor();
			return { page, asked };
		}

		test("is searched through the API", async () => {
			const { asked } = await open(true);
			expect(asked).toContain("/api/v1/instants/?name=boom+77");
			expect(asked.filter((path) => path.includes("index.json"))).toEqual([]);
		});

		test("is searched in the index where there is no API", async () => {
			const { asked } = await open(false);
			expect(asked).toContain("/v1/instants/minisearch/index.json");
		});
	});
});
