/** Entity tags and byte ranges on our own servers. */
import { renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Answer } from "../contract/target.ts";
import { LARGE, type Send, SOUND } from "./served-files.ts";

/** For servers without a proxy in front. */
export function testVersions(send: Send): void {
	const get = (target: string, headers = {}): Promise<Answer> =>
		send({ method: "GET", target, headers });

	test.each(["/latest.json", LARGE])(
		"an entity tag of %s answers 304 without the file, and another one 200 with it",
		async (target) => {
			const { status, headers, body } = await get(target);
			const tag = headers.get("ETag") ?? "";
			expect([status, tag]).toEqual([200, expect.stringMatching(/^"[0-9a-f-]+"$/)]);
			expect(headers.get("Content-Length")).toBe(String(body.length));
			const same = await get(target, { "If-None-Match": `"x", W/${tag}` });
			expect([same.status, same.body, same.headers.get("ETag")]).toEqual([304, "", tag]);
			expect(same.headers.get("Cache-Control")).toBe(headers.get("Cache-Control"));
			expect((await get(target, { "If-None-Match": '"x"' })).body).toBe(body);
		},
	);

	test("HEAD has the headers of GET and no body", async () => {
		for (const target of ["/latest.json", LARGE, "/nowhere", "/docs/"]) {
			const { status, headers } = await get(target);
			const head = await send({ method: "HEAD", target, headers: {} });
			expect([head.status, head.body]).toEqual([status, ""]);
			for (const name of ["Content-Type", "ETag", "Content-Length"]) {
				expect(head.headers.get(name), `${target} ${name}`).toBe(headers.get(name));
			}
		}
	});

	test.each([
		[SOUND, "bytes=0-3", 206, "0123", "bytes 0-3/10"],
		[SOUND, "bytes=4-", 206, "456789", "bytes 4-9/10"],
		[SOUND, "bytes=-2", 206, "89", "bytes 8-9/10"],
		[SOUND, "bytes=8-99", 206, "89", "bytes 8-9/10"],
		[SOUND, "bytes=10-", 416, "", "bytes */10"],
		[SOUND, "bytes=0-1,4-5", 200, "0123456789", null],
		[LARGE, "bytes=1200003-1200012", 206, "3456789012", "bytes 1200003-1200012/1500000"],
		[LARGE, "bytes=1500000-", 416, "", "bytes */1500000"],
	])("of %s, the range %s is answered with %i", async (path, range, status, body, contentRange) => {
		const answer = await get(path, { Range: range });
		expect([answer.status, answer.body]).toEqual([status, body]);
		expect(answer.headers.get("Content-Range")).toBe(contentRange);
		if (status === 416) return;
		expect(answer.headers.get("Content-Length")).toBe(String(body.length));
		expect(answer.headers.get("Accept-Ranges")).toBe("bytes");
		expect(answer.headers.get("Content-Type")).toBe("audio/mpeg");
	});

	test("a range is one of the same version only, where If-Range names one", async () => {
		const tag = (await get(SOUND)).headers.get("ETag") ?? "";
		const range = { Range: "bytes=0-3" };
		expect((await get(SOUND, { ...range, "If-Range": tag })).status).toBe(206);
		expect((await get(SOUND, { ...range, "If-Range": '"x"' })).status).toBe(200);
	});
}

/** For servers that read the files of a folder at every request. */
export function testReplacedFiles(send: Send, tree: () => string): void {
	const get = (target: string): Promise<Answer> => send({ method: "GET", target, headers: {} });

	test.each([SOUND, LARGE])(
		"other content of %s has another tag, even of the same time",
		async (target) => {
			const path = join(tree(), target);
			const write = async (text: string): Promise<Answer> => {
				writeFileSync(`${path}.new`, text);
				utimesSync(`${path}.new`, 1_000_000_000, 1_000_000_000);
				renameSync(`${path}.new`, path);
				return get(target);
			};
			const content = (await get(target)).body;
			const other = (await write(content.replaceAll("0", "x"))).headers.get("ETag");
			const { headers, body } = await write(content);
			expect(body).toBe(content);
			expect(headers.get("ETag")).not.toBe(other);
		},
	);
}
