/** Measures what a page downloads for its first search on a host that only serves files, with Instants and with Pagefind. */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { openChromium } from "../../browser/chromium.ts";
import { generatedNames, generatedQueries } from "../../fixtures/generated-names.ts";
import { median } from "../figures.ts";
import { type Row, short } from "./figures-page.ts";
import { versioned } from "./packages.ts";

/** @param trees the folders that our build and Pagefind wrote */
export async function benchFirstSearches(
	trees: { readonly ours: string; readonly pagefind: string },
	size: number,
): Promise<Row[]> {
	const script = readdirSync(join(trees.ours, "assets")).find((name) => /^search-.*js$/.test(name));
	const ours = `
		const { handleApi } = await import("/assets/${script}");
		const asset = async (path) => {
			const file = await fetch(path);
			return file.ok ? new Uint8Array(await file.arrayBuffer()) : undefined;
		};
		const url = location.origin + "/api/v1/instants/?name=" + encodeURIComponent(query);
		const { body } = await handleApi({ method: "GET", url, headers: new Headers() }, asset);
		return JSON.parse(body).results.length;`;
	const pagefind = `
		const { search } = await import("/pagefind/pagefind.js");
		const { results } = await search(query);
		return (await Promise.all(results.slice(0, 10).map((result) => result.data()))).length;`;
	const words = generatedQueries(generatedNames(size), 7)
		.filter(({ kind }) => kind === "a word")
		.map(({ query }) => query);
	const browser = await openChromium();
	try {
		return [
			{ search: "Instants", ...(await fetched(browser, trees.ours, ours, words)) },
			{
				search: versioned("pagefind"),
				...(await fetched(browser, trees.pagefind, pagefind, words)),
			},
		];
	} finally {
		await browser.close();
	}
}

/** The medians over the words, with a fresh page for each word. */
async function fetched(browser: Browser, tree: string, search: string, words: readonly string[]) {
	// The host counts, because the browser's tools leave out requests by workers.
	let answers: number[] = [];
	const host = createServer(({ url = "" }, answer) => {
		const { pathname } = new URL(url, "http://localhost");
		const path = join(tree, pathname);
		const body = gzipSync(existsSync(path) ? readFileSync(path) : "");
		answers.push(body.length);
		const type = extname(path) === ".js" ? "text/javascript" : "text/plain";
		answer.writeHead(existsSync(path) ? 200 : 404, {
			"content-encoding": "gzip",
			"content-type": type,
		});
		answer.end(body);
	});
	await once(host.listen(0, "127.0.0.1").unref(), "listening");
	const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
	const all: number[][] = [];
	for (const word of words) {
		const context = await browser.newContext({ bypassCSP: true, serviceWorkers: "block" });
		const page = await context.newPage();
		await page.goto(`${origin}/robots.txt`);
		answers = [];
		const found = await page.evaluate(`(async (query) => {${search}})(${JSON.stringify(word)})`);
		if (Number(found) < 1) throw new Error(`${word} is in no name`);
		all.push(answers);
		await context.close();
	}
	host.close();
	const bytes = all.map((sizes) => sizes.reduce((sum, size) => sum + size, 0));
	return {
		KB: short(median(bytes) / 1000),
		requests: short(median(all.map(({ length }) => length))),
	};
}
