/** How our own servers serve the files of a tree: types, headers, folders, versions, and files that are not public. */
import { mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STATIC_HEADERS } from "../../scripts/hosts/headers.ts";
import type { Answer, TargetRequest } from "../contract/target.ts";

export type Send = (request: TargetRequest) => Promise<Answer>;

/** Composed and decomposed letters, other scripts, and characters that have a meaning in a URL. */
const NAMES = [
	"é.mp3",
	"cafe\u0301.mp3",
	"café (1).mp3",
	"смех.mp3",
	"日本.mp3",
	"100% a+b & c.mp3",
];

/** Files that repeat ten digits: one that servers may keep in memory, and one that they stream. */
const [SOUND, LARGE] = ["/media/sounds/ten.mp3", "/media/sounds/large.mp3"];

/** Adds oddly named files to a tree, and some that must not be served. */
export function addFiles(tree: string): void {
	const sounds = join(tree, "media", "sounds");
	mkdirSync(sounds, { recursive: true });
	for (const name of NAMES) writeFileSync(join(sounds, name), name);
	writeFileSync(join(sounds, "picture.avif"), "ftypavif");
	writeFileSync(join(tree, SOUND), "0123456789");
	writeFileSync(join(tree, LARGE), "0123456789".repeat(150_000));
	mkdirSync(join(tree, ".git"), { recursive: true });
	for (const name of [".hidden", ".git/config"]) writeFileSync(join(tree, name), "secret");
}

/** Requests the files of a published tree, to which `addFiles` has added some. */
export function testFiles(send: Send): void {
	const get = (target: string): Promise<Answer> => send({ method: "GET", target, headers: {} });

	test.each([
		["/", "text/html"],
		["/openapi.json", "application/json"],
		["/v1/instants/all.ndjson", "application/x-ndjson"],
		["/v1/instants/all.m3u8", "audio/mpegurl"],
		["/icon.svg", "image/svg+xml"],
		["/service-worker.js", "text/javascript"],
		["/site.webmanifest", "application/manifest+json"],
		["/media/sounds/caf%C3%A9%20(1).mp3", "audio/mpeg"],
		["/media/sounds/picture.avif", "image/avif"],
	])("%s is served as %s", async (path, type) => {
		const { status, headers } = await get(path);
		expect(status).toBe(200);
		expect(headers.get("Content-Type")?.split(";")[0]).toBe(type);
		expect(headers.get("Content-Encoding")).toBeNull();
	});

	test.each([
		["/", "public, max-age=0, must-revalidate", null, "frame-ancestors 'none'"],
		["/v1/instants/page/1.json", "public, max-age=0, must-revalidate", "*"],
		["/latest.json", "public, max-age=0, must-revalidate", "*"],
		["/medi%61/sounds/caf%C3%A9%20(1).mp3", null, "*", "sandbox"],
		["/icon.svg", null, null],
	])("%s has the headers of its kind", async (path, cache, origin, policy = "") => {
		const { headers } = await get(path);
		expect(headers.get("Cache-Control")).toBe(cache);
		expect(headers.get("Access-Control-Allow-Origin")).toBe(origin);
		expect(headers.get("X-Content-Type-Options")).toBe(origin === null ? null : "nosniff");
		expect(headers.get("Content-Security-Policy") ?? "").toContain(policy);
		expect(headers.has("Content-Security-Policy")).toBe(policy !== "");
		const devices = path === "/" ? "microphone=(self), speaker-selection=(self)" : null;
		expect(headers.get("Permissions-Policy")).toBe(devices);
	});

	test("frames without an origin and isolated pages on other sites may load images and sounds", async () => {
		const assets = [...(await get("/")).body.matchAll(/"(?:\.\/)?(assets\/[^"]+\.(?:css|js))"/g)];
		expect(assets.length).toBeGreaterThan(2);
		for (const [, asset] of assets) {
			const { status, headers } = await get(`/${asset}`);
			expect([status, headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
		}
		const { headers } = await get(SOUND);
		expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
	});

	test("store files may be cached for ever", async () => {
		const { packs, manifest } = JSON.parse((await get("/latest.json")).body);
		for (const path of [`/v1/instants/packs/${packs}.json`, `/manifest/${manifest}.json`]) {
			const { status, headers } = await get(path);
			expect([status, headers.get("X-Content-Type-Options")], path).toEqual([200, "nosniff"]);
			expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
			expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
		}
	});

	test.each(NAMES)("the file %s is served", async (name) => {
		const { status, body } = await get(`/media/sounds/${encodeURIComponent(name)}`);
		expect([status, body]).toEqual([200, name]);
	});

	test("the folder of a page without its slash redirects to the page", async () => {
		const { status, headers } = await get("/docs");
		expect([301, 302, 307, 308]).toContain(status);
		expect(headers.get("Location")).toMatch(/\/docs\/$/);
		const long = await get(`/docs?a=${"1".repeat(3000)}`);
		expect(long.headers.get("Location")).toMatch(/\/docs\/$/);
	});

	const PRIVATE = "/v1/instants/ /v1/instants /.hidden /%2ehidden /.git/config".split(" ");
	test.each(PRIVATE)("%s is not served, and lists nothing", async (path) => {
		const { status, body } = await get(path);
		expect([301, 308, 403, 404]).toContain(status);
		expect(body).not.toMatch(/instants\/page|Index of|secret/);
	});

	test("a missing file is answered with the page for people", async () => {
		const { status, headers, body } = await get("/nowhere");
		expect([status, headers.get("Content-Type")?.split(";")[0]]).toEqual([404, "text/html"]);
		expect(body).toContain("<title>Page not found");
	});

	test("files cannot be written to", async () => {
		for (const method of ["POST", "PUT", "DELETE"]) {
			const { status, headers } = await send({ method, target: "/latest.json", headers: {} });
			expect([status, headers.get("Cache-Control")]).toEqual([405, "no-store"]);
		}
	});

	test("scripts on other sites may request files with their own headers", async () => {
		for (const target of ["/latest.json", SOUND]) {
			const headers = {
				Origin: "https://other.test",
				"Access-Control-Request-Method": "GET",
				"Access-Control-Request-Headers": "If-None-Match",
			};
			const answer = await send({ method: "OPTIONS", target, headers });
			expect([answer.status, answer.body]).toEqual([204, ""]);
			expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
			expect(answer.headers.get("Access-Control-Allow-Headers")).toBe("*");
		}
	});

	testMissing(get, "no-store");
	testSlashes(get);
}

/** An SVG image in a foreign tree must not run as part of the site, however its path is written. */
export function testSlashes(get: (target: string) => Promise<Answer>): void {
	test.each(["//media/sounds/ten.mp3", "/media//sounds/ten.mp3", "///media/sounds/ten.mp3"])(
		"%s has the headers of its kind, or is not a file",
		async (path) => {
			const { status, headers } = await get(path);
			if (status !== 200) return expect([301, 302, 307, 308, 400, 404]).toContain(status);
			expect(headers.get("Content-Security-Policy")).toContain("sandbox");
			expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
		},
	);
}

/** One missing file in each folder whose files may be cached for ever, and one elsewhere. */
const MISSING = [
	...STATIC_HEADERS.filter(({ headers }) => /immutable/.test(headers["Cache-Control"] ?? "")).map(
		({ path }) => path.replace("*", "missing.js"),
	),
	"/nowhere",
];

/** No browser may cache the answer for a missing file, since the next build may have the file again. */
export function testMissing(
	get: (target: string) => Promise<Answer>,
	cacheControl: string | null,
): void {
	test.each(MISSING)("%s is missing, and nobody caches that", async (target) => {
		const { status, headers } = await get(target);
		expect([status, headers.get("Cache-Control")]).toEqual([404, cacheControl]);
	});
}

/** Tests entity tags and byte ranges, for servers without a proxy in front. */
export function testVersions(send: Send): void {
	const get = (target: string, headers = {}): Promise<Answer> =>
		send({ method: "GET", target, headers });

	test.each(["/latest.json", LARGE])(
		"the entity tag of %s gets a 304 without the file, and a different tag a 200 with it",
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
	])(
		"for %s, the range %s is answered with %i",
		async (path, range, status, body, contentRange) => {
			const answer = await get(path, { Range: range });
			expect([answer.status, answer.body]).toEqual([status, body]);
			expect(answer.headers.get("Content-Range")).toBe(contentRange);
			if (status === 416) return;
			expect(answer.headers.get("Content-Length")).toBe(String(body.length));
			expect(answer.headers.get("Accept-Ranges")).toBe("bytes");
			expect(answer.headers.get("Content-Type")).toBe("audio/mpeg");
		},
	);

	test("with If-Range, only a range of the same version is sent", async () => {
		const tag = (await get(SOUND)).headers.get("ETag") ?? "";
		const range = { Range: "bytes=0-3" };
		expect((await get(SOUND, { ...range, "If-Range": tag })).status).toBe(206);
		expect((await get(SOUND, { ...range, "If-Range": '"x"' })).status).toBe(200);
	});
}

/** Replaces files, for servers that read the files of a folder on every request. */
export function testReplacedFiles(send: Send, tree: () => string): void {
	const get = (target: string): Promise<Answer> => send({ method: "GET", target, headers: {} });

	test.each([SOUND, LARGE])(
		"different content of %s has a different tag, even with the same time, and equal content the same tag",
		async (target) => {
			const path = join(tree(), target);
			const write = async (text: string): Promise<Answer> => {
				writeFileSync(`${path}.new`, text);
				utimesSync(`${path}.new`, 1_000_000_000, 1_000_000_000);
				renameSync(`${path}.new`, path);
				return get(target);
			};
			const { body: content, headers: before } = await get(target);
			const other = (await write(content.replaceAll("0", "x"))).headers.get("ETag");
			const { headers, body } = await write(content);
			expect(body).toBe(content);
			expect(headers.get("ETag")).not.toBe(other);
			expect(headers.get("ETag")).toBe(before.get("ETag"));
		},
	);
}
