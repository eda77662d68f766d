/** A tree that one runtime builds is searched by others: all must split every character alike. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../../scripts/bundling/bundle.ts";
import { UNICODE_VERSION } from "../../scripts/search/unicode-tables.ts";
import { openChromium } from "../browser/chromium.ts";
import { temporaryFolderOnDisk } from "../fixtures/published.ts";
import { startWorker } from "./cloudflare/miniflare.ts";
import * as tools from "./tools.ts";

/** A later program searches the trees of this one, so other words are another version in the pointer. */
const WORDS = { version: "17.0.0", hash: "3859063993" };

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

async function inChromium(): Promise<string> {
	const browser = await openChromium();
	onTestFinished(() => browser.close());
	const url = `data:text/javascript;base64,${Buffer.from(CODE).toString("base64")}`;
	const page = await browser.newPage();
	return page.evaluate(`import("${url}").then((code) => String(code.tokenHash()))`);
}

const NODES = [tools.OLD_NODE, ...tools.BUILDING_NODES];
const RUNTIMES = [
	...NODES.map((node) => ({ engine: node, hash: () => printed(tools.nodeBinary(node)) })),
	{ engine: tools.DENO, hash: () => printed(tools.denoBinary(tools.DENO), "run") },
	{ engine: tools.BUN, hash: () => printed(tools.bunBinary()) },
	{ engine: tools.CLOUDFLARE, hash: inWorkerd },
	{ engine: tools.CHROMIUM, hash: inChromium },
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
