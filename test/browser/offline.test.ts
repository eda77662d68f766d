/** So that what was there stays there when the network goes, and a new build comes whole or not at all. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { treeListener } from "../../scripts/hosts/node/listener.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { CHROMIUM, skipping } from "../hosts/tools.ts";
import { testBrowser } from "./browser.ts";
import { publishSite } from "./site.ts";

const { skip, title } = skipping(CHROMIUM);
const parent = temporaryFolder();
const out = join(parent, "dist");

/** A server that can go away and come back at the same address. */
class Site {
	#server: Server | undefined;
	port = 0;
	/** Paths that were asked for. */
	readonly asked: (string | undefined)[] = [];
	/** Paths that are answered with another file than the tree has. */
	damaged: RegExp | undefined;

	async start(): Promise<void> {
		const listener = treeListener(out, () => this.origin, { rebase: true });
		this.#server = createServer((request, response) => {
			this.asked.push(request.url);
			if (this.damaged?.test(request.url ?? "") === true) response.end("{}");
			else listener(request, response);
		});
		await new Promise<void>((resolve) => this.#server?.listen(this.port, "127.0.0.1", resolve));
		this.port = (this.#server.address() as AddressInfo).port;
	}

	get origin(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	stop(): void {
		this.#server?.close();
		this.#server?.closeAllConnections();
	}
}

const clips = (count: number, word: string) =>
	Array.from({ length: count }, (_, i) => ({ name: `${word} ${i + 1}`, slug: `c-${i}` }));

describe.skipIf(skip)(`without a network, in ${title}`, () => {
	const browser = testBrowser();
	const site = new Site();
	let context: BrowserContext;
	let page: Page;

	beforeAll(async () => {
		await publishSite(parent, clips(45, "Boom"), { out });
		await site.start();
		context = await browser.context();
		page = await context.newPage();
		await page.goto(site.origin);
		await page.getByText("Works offline").waitFor();
	});
	afterAll(() => site.stop());

	const stateOf = (n: number) => page.locator(".clip").nth(n).getAttribute("data-state");
	const cached = (name: string) =>
		page.evaluate(async (name) => {
			const keys = await (await caches.open(`instants:/:${name}`)).keys();
			return keys.map(({ url }) => new URL(url).pathname).sort();
		}, name);

	test("a favourite whose file has moved is mended, and one whose file is gone is no news", async () => {
		const other = await (await browser.context()).newPage();
		await other.goto(site.origin);
		await other.getByText("Works offline").waitFor();
		await other.evaluate(() => {
			const kept = (slug: string) => ({ slug, name: slug, color: "ff8800", sound: `${slug}.mp3` });
			localStorage.setItem("instants:/:favourites", JSON.stringify([kept("c-0"), kept("gone")]));
		});
		await other.reload();
		const sounds = () =>
			other.evaluate(() => {
				const kept = JSON.parse(localStorage.getItem("instants:/:favourites") ?? "") as {
					sound: string;
				}[];
				return kept.map(({ sound }) => sound);
			});
		await expect.poll(sounds).toEqual(["media/sounds/0.mp3", "gone.mp3"]);
		await expect.poll(() => site.asked).toContain("/gone.mp3");
		await other.waitForTimeout(500);
		expect(await other.locator("#notice").isVisible()).toBe(false);
		await other.context().close();
	});

	test("clips that were played or chosen keep playing", async () => {
		await page.locator(".push").nth(0).click();
		await expect.poll(() => cached("played")).toEqual(["/media/sounds/0.mp3"]);
		await page.locator(".favourite").nth(1).click();
		await expect.poll(() => cached("pinned")).toEqual(["/media/sounds/1.mp3"]);
		site.stop();
		await page.reload();
		await page.locator(".push").nth(30).waitFor({ state: "attached" });
		for (const n of [0, 1]) {
			await page.locator(".push").nth(n).click();
			await expect.poll(() => stateOf(n)).toBe("playing");
		}
	});

	test("others say why they do not", async () => {
		await page.evaluate(() => Object.defineProperty(navigator, "onLine", { value: false }));
		await page.locator(".push").nth(2).click();
		await page.getByText("“Boom 3” is not on this device, and there is no network.").waitFor();
		expect(await stateOf(2)).toBe("silent");
	});

	test("the search finds, and the API answers", async () => {
		await page.fill("#search", "bom 44");
		await page.getByText("Nothing is called “bom 44”; like it: 1 clip").waitFor();
		const answer = await page.evaluate(async () =>
			(await fetch("/api/v1/instants/?name=boom&page=2")).json(),
		);
		expect(answer).toMatchObject({
			count: 45,
			next: `${site.origin}/api/v1/instants/?name=boom&page=3`,
		});
		await page.fill("#search", "");
		await page.getByText("45 clips").waitFor();
	});

	test("ranges are cut from what is stored", async () => {
		const parts = await page.evaluate(async () => {
			const get = async (range: string) => {
				const response = await fetch("/media/sounds/0.mp3", { headers: { Range: range } });
				const { length } = new Uint8Array(await response.arrayBuffer());
				return [response.status, length];
			};
			return [await get("bytes=10-19"), await get("bytes=-5"), await get("bytes=99999999-")];
		});
		expect(parts).toEqual([
			[206, 10],
			[206, 5],
			[416, 0],
		]);
	});

	test("half a new build is not used", async () => {
		await publishSite(parent, clips(50, "Bang"), { out });
		site.damaged = /index\.json/;
		await site.start();
		await page.reload();
		const ended = await page.evaluate(async () => {
			const registration = await navigator.serviceWorker.ready;
			await registration.update().catch(() => {});
			const { installing } = registration;
			if (installing === null) return "already gone";
			return new Promise((resolve) => {
				installing.addEventListener("statechange", () => resolve(installing.state));
			});
		});
		expect(["redundant", "already gone"]).toContain(ended);
		await page.reload();
		await page.getByText("45 clips").waitFor();
		site.stop();
		site.damaged = undefined;
	});

	test("a whole one is offered, and comes as one", async () => {
		await site.start();
		await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
		const reload = page.getByRole("button", { name: "Reload" });
		await reload.waitFor();
		// Whatever else is told in the meantime, the offer comes back.
		await page.locator(".share").first().click();
		await reload.waitFor({ state: "hidden" });
		await reload.waitFor();
		expect(await page.locator("#status").textContent()).toBe("45 clips");
		const other = await context.newPage();
		await other.goto(`${site.origin}/?page=2`);
		await other.getByText("45 clips").waitFor();
		await reload.click();
		await page.getByText("50 clips").waitFor();
		// The other page may not go on with clips of one build and files of another.
		await other.getByText("50 clips").waitFor();
		await other.close();
		expect(await page.locator(".name").first().textContent()).toBe("Bang 1");
		const builds = await page.evaluate(async () =>
			(await caches.keys()).filter((name) => name.includes(":build:")),
		);
		expect(builds).toHaveLength(1);
	});

	test("a browser that overlooks the new one is helped", async () => {
		await publishSite(parent, clips(55, "Bing"), { out });
		await page.evaluate(async () => {
			const post = ServiceWorker.prototype.postMessage as (...args: unknown[]) => void;
			ServiceWorker.prototype.postMessage = function (this: ServiceWorker, ...args: unknown[]) {
				if ((args[0] as { kind: string }).kind !== "activate") post.apply(this, args);
			};
			await (await navigator.serviceWorker.ready).update();
		});
		await page.getByRole("button", { name: "Reload" }).click();
		await page.getByText("55 clips").waitFor();
		await page.getByText("Works offline").waitFor();
	});

	test("the favourite is there still", async () => {
		site.stop();
		await page.goto(`${site.origin}/?favourites`);
		await page.locator(".push").click();
		await expect.poll(() => stateOf(0)).toBe("playing");
		expect(await page.locator("#status").textContent()).toBe("Favourites: 1 clip");
	});

	test("a site that is gone stays on the device; one that is replaced does not", async () => {
		rmSync(out, { recursive: true });
		mkdirSync(out);
		await site.start();
		const other = await context.newPage();
		await other.goto(site.origin);
		await other.getByText("55 clips").waitFor();
		await other.reload();
		await other.getByText("55 clips").waitFor();

		// A slow page may not call back the worker that is leaving.
		await other.addInitScript(() => {
			const { register } = ServiceWorkerContainer.prototype;
			ServiceWorkerContainer.prototype.register = async function (...args) {
				await new Promise((resolve) => setTimeout(resolve, 500));
				return register.apply(this, args);
			};
		});
		writeFileSync(join(out, "index.html"), "<title>Another</title>Another site");
		await expect
			.poll(async () => {
				await other.goto(site.origin);
				await other.waitForTimeout(1000);
				return other.title();
			})
			.toBe("Another");
	});
});
