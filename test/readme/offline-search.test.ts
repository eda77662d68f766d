/** The lines of the README that search offline are run as they stand there. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Preview, startPreview } from "../../scripts/preview/server.ts";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";

const NAMES = [...Array.from({ length: 25 }, (_, i) => `Horn ${i}`), "Drum Roll", "Roll a drum"];

const parent = temporaryFolder();
let preview: Preview;
beforeAll(async () => {
	preview = await startPreview((await publishRecords(named(NAMES), { parent })).folder, 0);
});
afterAll(() => preview.stop());

/** The first block of JavaScript in the README, but for the address. */
function lines(): string {
	const [, code = ""] = /```js\n(.*?)```/s.exec(readFileSync("README.md", "utf8")) ?? [];
	expect(code.trim().split("\n").length).toBeLessThanOrEqual(11);
	expect(code).toContain("http://localhost:3000");
	return code.replace("http://localhost:3000", preview.origin);
}

/** What browsers do and Node does not: import a module over HTTP. */
async function importOverHttp(url: string): Promise<unknown> {
	const response = await fetch(url);
	expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
	expect(response.headers.get("Content-Type")).toMatch(/^(text|application)\/javascript/);
	const text = await response.text();
	return import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}

test("find and play a clip", async () => {
	const played: string[] = [];
	class Audio {
		readonly sound: string;
		constructor(sound: string) {
			this.sound = sound;
		}
		play(): void {
			played.push(this.sound);
		}
	}
	const body = lines().replace("await import(", "await importOverHttp(");
	const run = new Function("importOverHttp", "Audio", `return (async () => {${body}})();`);
	await run(importOverHttp, Audio);
	expect(played).toEqual(["http://oracle.test/media/sounds/clip-25.mp3"]);
});
