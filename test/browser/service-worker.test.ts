/**
 * So that a host without rules answers the whole contract once the service worker is there: in a
 * folder of a site, over files alone, from the browser that opened the page, and with the host gone.
 */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { GITHUB_PAGES } from "../../scripts/hosts/github-pages/host.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { type Answer, describeContract, type TargetRequest } from "../contract/target.ts";
import { BASE, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import type { Gap } from "../hosts/gap.ts";
import { freePort, type Serving, serve } from "../hosts/github-pages/serve.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { testBrowser } from "./browser.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();

const GAPS: readonly Gap[] = [
	{
		reason: "a page may not send their headers, so that OPTIONS is answered with a description",
		instead: [200],
		rows: ["a preflight"],
	},
];

describe.skipIf(skip)(`a host without rules, with the service worker in ${title}`, () => {
	const browser = testBrowser();
	let serving: Serving;
	let page: Page;
	let site: string;

	beforeAll(async () => {
		const port = await freePort();
		const root = join(parent, "site");
		await publishRecords(CONTRACT_CATALOGUE, {
			parent,
			hosts: [GITHUB_PAGES],
			links: "path",
			folder: join(root, "repo"),
		});
		serving = await serve(root, port);
		site = `http://127.0.0.1:${port}/repo`;
		page = await browser.page(`${site}/`);
		await page.getByText("Works offline").waitFor();
		await serving.stop();
	});

	/** Asks as a script of the page does; its own address stands for the one in the table. */
	async function send({ method, target, headers }: TargetRequest): Promise<Answer> {
		const answer = await page.evaluate(
			async ([url, method, headers]) => {
				const response = await fetch(url, { method, headers });
				return {
					status: response.status,
					headers: [...response.headers] as [string, string][],
					body: await response.text(),
				};
			},
			[`${site}${target}`, method, headers] as const,
		);
		const told = (text: string): string => text.replaceAll(site, BASE).replaceAll("</repo/", "</");
		return {
			status: answer.status,
			headers: new Headers(answer.headers.map(([name, value]) => [name, told(value)])),
			body: told(answer.body),
		};
	}

	describeContract("the service worker", () => ({ name: "service worker", send, gaps: GAPS }));

	test("links and media are those of the folder", async () => {
		const { next, results } = await page.evaluate(async () =>
			(await fetch("api/v1/instants/?name=boom")).json(),
		);
		expect(next).toBe(`${site}/api/v1/instants/?name=boom&page=2`);
		expect(results[0].sound).toBe(`${site}/media/sounds/g.mp3`);
	});

	test("the page opens without the host, and its address may be an API's", async () => {
		await page.reload();
		await page.locator(".push").first().waitFor();
		expect(await page.locator("#status").textContent()).toBe("31 clips");
		const response = await page.goto(`${site}/api/v1/instants/?page=last`);
		expect(await response?.json()).toMatchObject({ count: 31, next: null });
	});
	test("addresses that are no file's are answered without the host too", async () => {
		await page.goto(`${site}/docs`);
		expect(page.url()).toBe(`${site}/docs/`);
		expect((await page.goto(`${site}/manifest.json`))?.status()).toBe(200);
		expect((await page.goto(`${site}/nothing/here`))?.status()).toBe(404);
		await page.getByText("Nothing is published here.").waitFor();
	});
});
