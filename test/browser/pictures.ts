/** `npm run pictures`: takes the pictures of the board that the README shows. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { openChromium } from "./chromium.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** JPEGs of this quality are an eighth the size of PNGs, and look almost the same. */
const QUALITY = 66;
const SCHEMES = ["light", "dark"] as const;

interface Window {
	readonly colorScheme: (typeof SCHEMES)[number];
	readonly viewport: { readonly width: number; readonly height: number };
}

const parent = mkdtempSync(join(tmpdir(), "instants-pictures-"));
const folder = join(parent, "dist");
const build = ["--import", "tsx", "scripts/instants.ts", "build", "--out", folder];
execFileSync(process.execPath, build, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
const { origin, stop } = await startPreview(folder, 0);
const browser = await openChromium();
for (const scheme of SCHEMES) await takeBoard(scheme);
await browser.close();
await stop();
rmSync(parent, { recursive: true });

/** Takes the picture in one colour scheme: a page, and a phone beside it. */
async function takeBoard(colorScheme: Window["colorScheme"]): Promise<void> {
	const desktop = await shot({ colorScheme, viewport: { width: 900, height: 640 } }, [2, 4]);
	const phone = await shot({ colorScheme, viewport: { width: 360, height: 640 } }, [4]);
	const page = await pageIn(browser, { colorScheme, viewport: { width: 1280, height: 640 } });
	await page.setContent(`<style>
		body { margin: 0; display: flex; justify-content: space-between; background: ${colorScheme === "dark" ? "#0d1117" : "#fff"} }
		img { height: 640px; border-radius: 16px }
	</style><img src="${desktop}" style="width:900px"><img src="${phone}">`);
	await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
	const path = join(ROOT, `.github/board-${colorScheme}.jpg`);
	await page.screenshot({ path, type: "jpeg", quality: QUALITY });
}

/** A screenshot of the board with some clips playing, as a URL. */
async function shot(window: Window, playing: readonly number[]): Promise<string> {
	const page = await pageIn(browser, window);
	await page.goto(origin);
	await page.getByText("165 clips").waitFor();
	for (const n of playing) await page.locator("#board .push").nth(n).click();
	await page.mouse.move(0, 0);
	await page.waitForTimeout(250);
	return `data:image/png;base64,${(await page.screenshot()).toString("base64")}`;
}

async function pageIn(from: Browser, window: Window): Promise<Page> {
	// The page's CSP forbids the styles that we add.
	const context = await from.newContext({ ...window, bypassCSP: true, serviceWorkers: "block" });
	return context.newPage();
}
