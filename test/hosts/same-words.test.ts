/**
 * A tree built in one runtime is searched in others, so all of them must treat every character alike when they
 * split names into words.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../../scripts/bundling/bundle.ts";
import { UNICODE_VERSION } from "../../scripts/search/unicode-tables.ts";
import { openChromium } from "../browser/chromium.ts";
import { openFirefox } from "../browser/firefox.ts";
import { openWebKit } from "../browser/webkit.ts";
import { temporaryFolderOnDisk } from "../fixtures/published.ts";
import { startWorker } from "./cloudflare/miniflare.ts";
import * as tools from "./tools.ts";

/** Later programs search the trees that this one builds, so different words need a new version in the pointer. */
const WORDS = { version: "17.0.0", hash: "3732878521" };

const folder = temporaryFolderOnDisk();
const CODE = bundle(new URL("../search/token-hash.ts", import.meta.url), {
	format: "esm",
	platform: "browser",
});
const [script, words] = [join(folder, "script.mjs"), join(folder, "words.mjs")];
writeFileSync(words, CODE);
writeFileSync(script, 'import { tokenHash } from "./words.mjs";\nconsole.log(tokenHash());');

function printed(program: string, ...args: string[]): string {
	return execFileSync(program, [...args, script], { encoding: "utf8" }).trim();
}

async function inWorkerd(): Promise<string> {
	const files = { directory: folder, binding: "ASSETS", run_worker_first: ["/*"] };
	const server = await startWorker({ main: words, compatibilityDate: "2026-01-01", files });
	onTestFinished(() => server.stop());
	return (await fetch(server.origin)).text();
}

const MODULE = `data:text/javascript;base64,${Buffer.from(CODE).toString("base64")}`;
const IN_PAGE = `import("${MODULE}").then((code) => String(code.tokenHash()))`;

async function inPage(open: () => Promise<Browser>): Promise<string> {
	const browser = await open();
	onTestFinished(() => browser.close());
	return (await browser.newPage()).evaluate(IN_PAGE);
}

async function inWebKit(): Promise<string> {
	const { browser, close } = await openWebKit();
	onTestFinished(close);
	return browser.executeScript(`return ${IN_PAGE}`);
}

const NODES = [tools.OLD_NODE, ...tools.BUILDING_NODES];
const RUNTIMES = [
	...NODES.map((node) => ({ engine: node, hash: () => printed(tools.nodeBinary(node)) })),
	{ engine: tools.DENO, hash: () => printed(tools.denoBinary(tools.DENO), "run") },
	{ engine: tools.BUN, hash: () => printed(tools.bunBinary()) },
	{ engine: tools.CLOUDFLARE, hash: inWorkerd },
	{ engine: tools.CHROMIUM, hash: () => inPage(openChromium) },
	{ engine: tools.FIREFOX, hash: () => inPage(openFirefox) },
	{ engine: tools.WEBKIT, hash: inWebKit },
];

describe("every character makes the same words", () => {
	test("on this Node, for this version", () => {
		expect({ version: UNICODE_VERSION, hash: printed(process.execPath) }).toEqual(WORDS);
	});

	for (const { engine, hash } of RUNTIMES) {
		const { skip, title } = tools.skipping(engine);
		test.skipIf(skip)(`on ${title}`, async () => {
			expect(await hash()).toBe(WORDS.hash);
		});
	}
});
