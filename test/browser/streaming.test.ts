/** The samples for the Stream Deck and OBS play a clip, and say why if they cannot. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInBrowser, notePlayed, playedBy, problemsOf } from "./browser.ts";
import { testSite } from "./site.ts";

type Message = Readonly<Record<string, unknown>>;

/** Opens a page of the plugin as the app does, with a stand-in for the app's end of the connection. */
async function connect(page: Page, url: string, action = ""): Promise<void> {
	await page.addInitScript(() => {
		class FakeSocket {
			readonly sent: unknown[] = [];
			onopen = (): void => {};
			readonly url: string;
			constructor(url: string) {
				this.url = url;
				Object.assign(window, { deck: this });
				setTimeout(() => this.onopen());
			}
			send(text: string): void {
				this.sent.push(JSON.parse(text));
			}
		}
		Object.assign(window, { WebSocket: FakeSocket });
	});
	await page.goto(url);
	const parameters = JSON.stringify([28_196, "plugin-id", "register", "{}", action]);
	await page.evaluate(`connectElgatoStreamDeckSocket(...${parameters})`);
}

const sentBy = (page: Page): Promise<readonly Message[]> => page.evaluate("deck.sent");

function tell(page: Page, event: string, settings: Message): Promise<void> {
	const data = JSON.stringify({ event, context: "key", payload: { settings } });
	return page.evaluate(`deck.onmessage({ data: ${JSON.stringify(data)} })`);
}

const title = (text: string): Message => ({
	event: "setTitle",
	context: "key",
	payload: { title: text },
});
const ALERT = { event: "showAlert", context: "key" };
const REGISTERED = { event: "register", uuid: "plugin-id" };

const CLIPS = [
	{ name: "Drum Roll", slug: "drum_roll", sound: "long.mp3", gain: -6.02 },
	{ slug: "gone", removed: "2026-11-21" },
];

describeInBrowser("the plugin for the Stream Deck", (browser) => {
	const site = testSite(CLIPS);
	const folder = () => join(site.folder, "docs/samples/stream-deck");

	test("shows the name of its clip, plays it with one press, and stops it with the next", async () => {
		const page = await browser.page();
		await notePlayed(page);
		await connect(page, `${site.origin}/docs/samples/stream-deck/plugin.html`);
		expect(await page.evaluate("deck.url")).toBe("ws://127.0.0.1:28196");
		const settings = { slug: "drum_roll", site: `${site.origin}/` };
		await tell(page, "willAppear", settings);
		await expect.poll(() => sentBy(page)).toEqual([REGISTERED, title("Drum Roll")]);
		const playing = async () =>
			(await playedBy(page)).map(({ paused, volume }) => [!paused, volume]);
		await tell(page, "keyDown", settings);
		await expect.poll(playing).toEqual([[true, expect.closeTo(0.5, 2)]]);
		await tell(page, "keyDown", settings);
		await expect.poll(playing).toEqual([[false, expect.closeTo(0.5, 2)]]);
		expect(problemsOf(page)).toEqual([]);
	});

	test.for([
		[{}, "Set a slug"],
		[{ slug: "nothing" }, "No such clip"],
		[{ slug: "gone" }, "No such clip"],
		[{ slug: "drum_roll", site: "http://127.0.0.1:1" }, "No answer"],
	] as const)("says what is wrong with %j", async ([settings, text]) => {
		const page = await browser.page();
		await connect(page, `${site.origin}/docs/samples/stream-deck/plugin.html`);
		await tell(page, "keyDown", { site: site.origin, ...settings });
		await expect.poll(() => sentBy(page)).toEqual([REGISTERED, title(text), ALERT]);
	});

	test("keeps the slug that is typed for a key", async () => {
		const page = await browser.page();
		const action = JSON.stringify({ payload: { settings: { slug: "drum_roll" } } });
		await connect(page, `${site.origin}/docs/samples/stream-deck/settings.html`, action);
		const slug = page.getByLabel("Slug of the clip");
		expect(await slug.inputValue()).toBe("drum_roll");
		await slug.fill(" boom ");
		await slug.blur();
		const payload = { slug: "boom", site: "" };
		await expect
			.poll(async () => (await sentBy(page)).at(-1))
			.toMatchObject({
				event: "setSettings",
				context: "plugin-id",
				payload,
			});
	});

	// https://docs.elgato.com/streamdeck/sdk/references/manifest
	test("has a manifest with everything that the app needs, which names existing files", () => {
		const manifest = JSON.parse(readFileSync(join(folder(), "manifest.json"), "utf8"));
		const needed =
			"Actions Author CodePath Description Icon Name OS SDKVersion Software UUID Version";
		expect(Object.keys(manifest)).toEqual(expect.arrayContaining(needed.split(" ")));
		const [action] = manifest.Actions;
		expect(Object.keys(action)).toEqual(expect.arrayContaining(["Icon", "Name", "States", "UUID"]));
		expect(action.UUID.startsWith(`${manifest.UUID}.`)).toBe(true);
		expect(manifest.Version).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
		for (const file of [manifest.CodePath, action.PropertyInspectorPath]) {
			expect(existsSync(join(folder(), file)), file).toBe(true);
		}
		for (const icon of [manifest.Icon, action.Icon, action.States[0].Image]) {
			expect(existsSync(join(site.folder, `${icon}.svg`)), icon).toBe(true);
		}
	});
});

describeInBrowser("the page for OBS", (browser) => {
	const site = testSite(CLIPS);

	test("plays its clip when it is opened, and says why if it cannot", async () => {
		const page = await browser.page();
		await notePlayed(page);
		const address = `${site.origin}/docs/samples/obs/clip.html?site=${site.origin}`;
		await page.goto(`${address}&slug=drum_roll`);
		await expect.poll(async () => (await playedBy(page))[0]?.currentTime).toBeGreaterThan(0);
		expect(await page.textContent("#problem")).toBe("");
		expect(problemsOf(page)).toEqual([]);
		for (const [query, message] of [
			["", "The address must end with ?slug= and the slug of a clip."],
			["&slug=nothing", "There is no clip “nothing”."],
			["&slug=gone", "There is no clip “gone”."],
		] as const) {
			await page.goto(`${address}${query}`);
			await page.getByText(message, { exact: true }).waitFor();
		}
	});
});
