/** The contract, and the files, answered by the worker over an R2 bucket on Cloudflare's runtime. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { CLOUDFLARE_R2 as HOST } from "../../../scripts/hosts/cloudflare-r2/host.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { testServer } from "../../contract/over-http.ts";
import { describeContract } from "../../contract/target.ts";
import { publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { textOf } from "../../fixtures/tree-files.ts";
import { startWorker } from "../cloudflare/miniflare.ts";
import { addFiles, testFiles } from "../served-files.ts";
import { CLOUDFLARE, skipping } from "../tools.ts";
import { testTraversal } from "../traversal.ts";

const parent = temporaryFolder();
const SOUND = "/media/sounds/ten.mp3";
const { skip, title } = skipping(CLOUDFLARE);

describe.skipIf(skip)(title, () => {
	let folder: string;
	const { send, get } = testServer(async () => {
		({ folder } = await publishRecords(CONTRACT_CATALOGUE, { parent, hosts: [HOST] }));
		addFiles(folder);
		writeFileSync(join(folder, SOUND), "0123456789");
		const beside = besideFolder(folder, HOST);
		const config = parse(readFileSync(join(beside, "wrangler.jsonc"), "utf8"));
		return startWorker({
			main: join(beside, config.main),
			compatibilityDate: config.compatibility_date,
			files: { binding: config.r2_buckets[0].binding, folder },
		});
	});

	describeContract("Cloudflare with R2", () => ({ name: "R2", send }));
	testTraversal(send, { alsoAllowed: [200] });
	testFiles(send);

	test("an entity tag answers 304 without the file, and another one 200 with it", async () => {
		const { status, headers, body } = await get("/latest.json");
		const tag = headers.get("ETag") ?? "";
		expect([status, tag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{32}"$/)]);
		expect(headers.get("Content-Length")).toBe(String(body.length));
		const same = await get("/latest.json", { "If-None-Match": `"x", W/${tag}` });
		expect([same.status, same.body, same.headers.get("ETag")]).toEqual([304, "", tag]);
		expect(same.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
		expect((await get("/latest.json", { "If-None-Match": '"x"' })).body).toBe(body);
	});

	test("HEAD has the headers of GET and no body", async () => {
		for (const target of ["/latest.json", "/nowhere", "/docs/"]) {
			const { status, headers } = await get(target);
			const head = await send({ method: "HEAD", target, headers: {} });
			expect([head.status, head.body]).toEqual([status, ""]);
			for (const name of ["Content-Type", "ETag", "Content-Length"]) {
				expect(head.headers.get(name), `${target} ${name}`).toBe(headers.get(name));
			}
		}
	});

	test("a missing file is answered with the page for people", async () => {
		const { status, headers, body } = await get("/nowhere");
		expect([status, headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
		expect(body).toBe(textOf(folder, "404.html"));
	});

	describe("of a sound of 10 bytes, a range", () => {
		test.each([
			["bytes=0-3", 206, "0123", "bytes 0-3/10"],
			["bytes=4-", 206, "456789", "bytes 4-9/10"],
			["bytes=-2", 206, "89", "bytes 8-9/10"],
			["bytes=8-99", 206, "89", "bytes 8-9/10"],
			["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
			["bytes=10-", 416, "There are no such bytes.\n", "bytes */10"],
			["bytes=-0", 416, "There are no such bytes.\n", "bytes */10"],
			["bytes=3-2", 200, "0123456789", null],
			["bytes=0-1,4-5", 200, "0123456789", null],
			["bytes=-", 200, "0123456789", null],
			["lines=0-3", 200, "0123456789", null],
		])("%s is answered with %i", async (range, status, body, contentRange) => {
			const answer = await get(SOUND, { Range: range });
			expect([answer.status, answer.body]).toEqual([status, body]);
			expect(answer.headers.get("Content-Range")).toBe(contentRange);
			if (status === 416) return;
			expect(answer.headers.get("Content-Length")).toBe(String(body.length));
			expect(answer.headers.get("Accept-Ranges")).toBe("bytes");
			expect(answer.headers.get("Content-Type")).toBe("audio/mpeg");
		});

		test("of the same file only, where If-Range names one", async () => {
			const tag = (await get(SOUND)).headers.get("ETag") ?? "";
			const range = { Range: "bytes=0-3" };
			expect((await get(SOUND, { ...range, "If-Range": tag })).status).toBe(206);
			expect((await get(SOUND, { ...range, "If-Range": '"x"' })).status).toBe(200);
		});
	});
});
