/** What a page fetches for its first search on a host that serves files alone: ours, and Pagefind's. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, get } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { openChromium } from "../../../test/browser/chromium.ts";
import { generatedNames, generatedQueries } from "../../../test/fixtures/generated-names.ts";
import { freePort, startServer } from "../../../test/hosts/server.ts";
import type { FirstSearchFigures } from "../../site/docs/peers.ts";
import { median } from "../figures.ts";
import { versioned } from "./packages.ts";

/** Long enough that what a page asks for at once comes within it. */
const LATENCY_MS = 300;
const QUERIES = 7;

/** A static file server of the packages we have, which compresses. */
const SERVE = fileURLToPath(new URL("../../../node_modules/serve/build/main.js", import.meta.url));

/** @param trees the folders of what our build and Pagefind have written */
export async function benchFirstSearches(
	trees: { readonly ours: string; readonly pagefind: string },
	size: number,
): Promise<FirstSearchFigures[]> {
	const queries = generatedQueries(generatedNames(size), QUERIES)
		.filter(({ kind }) => kind === "a word")
		.map(({ query }) => query);
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
	const browser = await openChromium();
	try {
		return [
			await measured(browser, "Instants", trees.ours, ours, queries),
			await measured(browser, versioned("pagefind"), trees.pagefind, pagefind, queries),
		];
	} finally {
		await browser.close();
	}
}

async function measured(
	browser: Browser,
	name: string,
	folder: string,
	search: string,
	queries: readonly string[],
): Promise<FirstSearchFigures> {
	const port = await freePort();
	const files = await startServer(process.execPath, [SERVE, folder, "-L", "-l", `${port}`], port);
	const host = await startDistantHost(files.origin);
	try {
		const all: Omit<FirstSearchFigures, "name">[] = [];
		for (const query of queries) {
			const context = await browser.newContext({ bypassCSP: true, serviceWorkers: "block" });
			const page = await context.newPage();
			// A page without anything of its own.
			await page.goto(`${host.origin}/robots.txt`);
			host.answered.length = 0;
			const found = await page.evaluate(`(async (query) => {${search}})(${JSON.stringify(query)})`);
			if (Number(found) < 1) throw new Error(`${query} is in no name`);
			all.push(summed(host.answered));
			await context.close();
		}
		return {
			name,
			requests: median(all.map(({ requests }) => requests)),
			bytes: median(all.map(({ bytes }) => bytes)),
			trips: median(all.map(({ trips }) => trips)),
		};
	} finally {
		host.stop();
		await files.stop();
	}
}

interface Answered {
	/** When it was asked, in milliseconds. */
	readonly start: number;
	/** The body, as transferred. */
	readonly bytes: number;
}

/** Passes requests on after a while, and notes them: a browser's own tools leave out those of workers. */
async function startDistantHost(
	origin: string,
): Promise<{ origin: string; answered: Answered[]; stop(): void }> {
	const answered: Answered[] = [];
	const server = createServer(async ({ url, headers }, answer) => {
		const start = performance.now();
		await setTimeout(LATENCY_MS);
		get(origin + url, { headers }, (file) => {
			answer.writeHead(file.statusCode ?? 502, file.headers);
			let bytes = 0;
			file.on("data", (piece: Buffer) => {
				bytes += piece.length;
			});
			file.on("end", () => answered.push({ start, bytes }));
			file.pipe(answer);
		});
	});
	const port = await freePort();
	await once(server.listen(port, "127.0.0.1"), "listening");
	return { origin: `http://127.0.0.1:${port}`, answered, stop: () => server.close() };
}

/** A trip is what is asked for before the first answer of it can have come. */
function summed(answered: readonly Answered[]): Omit<FirstSearchFigures, "name"> {
	let trips = 0;
	let began = Number.NEGATIVE_INFINITY;
	for (const { start } of answered.toSorted((a, b) => a.start - b.start)) {
		if (start - began < LATENCY_MS) continue;
		trips++;
		began = start;
	}
	const bytes = answered.reduce((sum, answer) => sum + answer.bytes, 0);
	return { requests: answered.length, bytes, trips };
}
