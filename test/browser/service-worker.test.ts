/**
 * On a host that only serves files, the service worker answers the whole contract for scripts of the
 * page: under a path, and with the host gone.
 */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { GITHUB_PAGES } from "../../scripts/hosts/github-pages/host.ts";
import { API_CASES } from "../contract/cases.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { type Answer, describeContract, type TargetRequest } from "../contract/target.ts";
import { BASE, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { freePort, type RunningServer, serve } from "../hosts/server.ts";
import { describeInBrowser } from "./browser.ts";

const parent = temporaryFolder();

const GAPS = [
	{
		reason: "pages cannot set the headers of a preflight, so OPTIONS gets the description",
		instead: [200],
		rows: ["a preflight", "a clip: a preflight"],
	},
];

describeInBrowser("the service worker on a host that only serves files", (browser) => {
	let serving: RunningServer;
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
		page = await browser.page(`${site}/`, { serviceWorkers: "allow" });
		await page.getByText("Works offline").waitFor({ state: "attached" });
		await serving.stop();
	});

	/** Sends a request as a script of the page. The address in the table becomes that of the site. */
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
		const translated = (text: string): string =>
			text.replaceAll(site, BASE).replaceAll("</repo/", "</");
		return {
			status: answer.status,
			headers: new Headers(answer.headers.map(([name, value]) => [name, translated(value)])),
			body: translated(answer.body),
		};
	}

	describeContract(
		"the service worker",
		() => ({ name: "service worker", send, gaps: GAPS }),
		API_CASES,
	);

	test("pages and API addresses open with the host gone", async () => {
		await page.reload();
		await page.locator(".push").first().waitFor();
		await page.getByText("33 clips", { exact: true }).waitFor();
		const response = await page.goto(`${site}/api/v1/instants/?page=last`);
		expect(await response?.json()).toMatchObject({ count: 33, next: null });
	});
	test("the pages of clips open with the host gone", async () => {
		const statusAt = async (path: string) => (await page.goto(`${site}/${path}`))?.status();
		expect(await statusAt("clips/bangs")).toBe(200);
		expect(page.url()).toBe(`${site}/clips/bangs/`);
		await page.locator(".featured h2", { hasText: "!!!" }).waitFor();
		await page.locator("#search").fill("boom");
		await expect.poll(() => page.url()).toBe(`${site}/?name=boom`);
		const links = page.locator(".brand, footer .links a:first-child");
		expect(
			await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href)),
		).toEqual([`${site}/`, `${site}/docs/`]);
		await page.goBack();
		expect(await page.title()).toBe("!!! – Instants");
		expect([await statusAt("clips/withdrawn/"), await statusAt("clips/nobody/")]).toEqual([
			410, 404,
		]);
	});

	test("redirects and missing pages work with the host gone", async () => {
		await page.goto(`${site}/docs`);
		expect(page.url()).toBe(`${site}/docs/`);
		// Some hosts leave out the extension.
		expect((await page.goto(`${site}/docs/reference`))?.status()).toBe(200);
		await page.getByRole("heading", { name: "Reference" }).waitFor();
		expect((await page.goto(`${site}/latest.json`))?.status()).toBe(200);
		expect((await page.goto(`${site}/nothing/here`))?.status()).toBe(404);
		await page.getByText("There is nothing at this address.").waitFor();
	});
});
