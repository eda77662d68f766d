/** A tree that one runtime builds is searched by others: all must split every character alike. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundle } from "../../scripts/tree/write/bundle.ts";
import { openChromium } from "../browser/chromium.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { tokenHash } from "../search/token-hash.ts";
import { startWorker } from "./cloudflare/miniflare.ts";
import {
	BUILDING_NODES,
	BUN,
	bunBinary,
	CHROMIUM,
	CLOUDFLARE,
	DENO,
	type DebianEngine,
	denoBinary,
	type Engine,
	nodeBinary,
	OLD_NODE,
	skipping,
} from "./tools.ts";

const folder = temporaryFolder();
/** By this Node, once it is needed. */
let hashHere: number | undefined;
const MODULE = bundle(new URL("../search/token-hash.ts", import.meta.url), {
	format: "esm",
	platform: "browser",
});
const SCRIPT = join(folder, "script.mjs");
writeFileSync(SCRIPT, `${MODULE}\nconsole.log(tokenHash());`);
const WORKER = join(folder, "worker.mjs");
writeFileSync(WORKER, `${MODULE}\nexport default { fetch: () => Response.json(tokenHash()) };`);

async function inWorkerd(): Promise<string> {
	const files = { assets: folder, workerFirst: ["/*"] };
	const worker = await startWorker({ main: WORKER, compatibilityDate: "2026-01-01", files });
	try {
		return await (await fetch(worker.origin)).text();
	} finally {
		await worker.stop();
	}
}

async function inChromium(): Promise<string> {
	const browser = await openChromium();
	try {
		const page = await browser.newPage();
		return await page.evaluate(async (code) => {
			const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
			return String((await import(url)).tokenHash());
		}, MODULE);
	} finally {
		await browser.close();
	}
}

function by(engine: Engine, command: () => readonly string[]): [Engine, () => string] {
	return [
		engine,
		() => {
			const [program = "", ...before] = command();
			const { stdout, stderr } = spawnSync(program, [...before, SCRIPT], { encoding: "utf8" });
			return stdout.trim() || stderr;
		},
	];
}

const RUNTIMES: readonly (readonly [Engine | DebianEngine, () => string | Promise<string>])[] = [
	...[OLD_NODE, ...BUILDING_NODES].map((engine) => by(engine, () => [nodeBinary(engine)])),
	by(DENO, () => [denoBinary(DENO), "run"]),
	by(BUN, () => [bunBinary()]),
	[CLOUDFLARE, inWorkerd],
	[CHROMIUM, inChromium],
];

for (const [engine, hash] of RUNTIMES) {
	const { skip, title } = skipping(engine);
	describe.skipIf(skip)(`on ${title}`, () => {
		test("every character makes the same words as here", { timeout: 300_000 }, async () => {
			hashHere ??= tokenHash();
			expect(await hash()).toBe(String(hashHere));
		});
	});
}
