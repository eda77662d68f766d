/** Pinned clips stay on the device; of the others, the least recently played are deleted first. Players get the bytes they request. */
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { rangeAnswer } from "../../../scripts/contract/byte-range.ts";
import { MediaCache } from "../../../scripts/site/service-worker/media.ts";
import { partOf } from "../../../scripts/site/service-worker/responses.ts";
import { FakeCache } from "../../fixtures/fake-cache.ts";

const A = "https://h.test/a";
const B = "https://h.test/b";
const C = "https://h.test/c";
const clip = (bytes: number) => new Response("x".repeat(bytes));

describe("on a device with room for ten bytes", () => {
	let played: FakeCache;
	let pinned: FakeCache;
	let media: MediaCache;
	const fetched: string[] = [];
	const get = async (url: string) => {
		fetched.push(url);
		return clip(8);
	};

	beforeEach(() => {
		[played, pinned] = [new FakeCache(), new FakeCache()];
		media = new MediaCache(played, pinned, 10);
		fetched.length = 0;
	});

	test("the most recently played clips stay", async () => {
		for (const url of [A, B, A, C]) await media.keep(url, clip(4));
		expect([...played.stored.keys()]).toEqual([A, C]);
	});

	test("pinned clips stay, and use none of the others' space", async () => {
		await media.keep(A, clip(4));
		expect(await media.pin([A, B], get)).toBe(0);
		expect(fetched).toEqual([B]);
		await media.keep(C, clip(10));
		expect([...pinned.stored.keys()].sort()).toEqual([A, B]);
		expect(await (await media.find(A))?.text()).toBe("xxxx");
	});

	test("a clip that is no longer pinned counts as played", async () => {
		await media.pin([A], get);
		await media.pin([], get);
		expect([...pinned.stored.keys()]).toEqual([]);
		expect([...played.stored.keys()]).toEqual([A]);
	});

	test("a clip that is unpinned while it loads does not stay pinned", async () => {
		let arrive = (_: Response): void => {};
		const arriving = new Promise<Response>((resolve) => {
			arrive = resolve;
		});
		const pinning = media.pin([A], () => arriving);
		await media.pin([B], get);
		arrive(clip(8));
		expect(await pinning).toBe(0);
		expect([...pinned.stored.keys()]).toEqual([B]);
		expect([...played.stored.keys()]).toEqual([A]);
	});

	test("a changed clip replaces the old one, pinned or not", async () => {
		await media.pin([A], get);
		await media.keep(B, clip(1));
		await media.keep(A, clip(2));
		await media.keep(B, clip(3));
		expect(await (await media.find(A))?.text()).toBe("xx");
		expect(await (await media.find(B))?.text()).toBe("xxx");
		expect(played.stored.has(A)).toBe(false);
	});

	test("clips that cannot be fetched are counted, and the others are pinned", async () => {
		const gone = async (url: string) => {
			if (url === A) throw new TypeError("no network");
			return url === B ? new Response("no", { status: 404 }) : clip(1);
		};
		expect(await media.pin([A, B, C], gone)).toBe(2);
		expect([...pinned.stored.keys()]).toEqual([C]);
	});

	test("a host that never answers keeps no worker busy, and a slow one is not cut off", async () => {
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
		const signals = new Map<string, AbortSignal | null | undefined>();
		vi.stubGlobal("fetch", (url: string, { signal }: RequestInit) => {
			signals.set(url, signal);
			if (url === B) return Promise.resolve(clip(1));
			return new Promise((_, reject) => signal?.addEventListener("abort", reject));
		});
		onTestFinished(() => void vi.unstubAllGlobals());
		let failed: number | undefined;
		media.pin([A, B]).then((count) => {
			failed = count;
		});
		await vi.advanceTimersByTimeAsync(60_000);
		expect([failed, signals.get(B)?.aborted]).toEqual([1, false]);
	});

	test("the headers of the content are stored, but not those of its transfer", async () => {
		const own = { "content-security-policy": "sandbox", "content-type": "audio/mpeg", etag: '"1"' };
		const headers = { ...own, "Content-Encoding": "gzip", "Content-Length": "9", Vary: "*" };
		await media.keep(A, new Response("abc", { headers }));
		expect(Object.fromEntries((await media.find(A))?.headers ?? [])).toEqual({
			"content-length": "3",
			...own,
		});
	});
});

// https://www.rfc-editor.org/rfc/rfc9110#section-14
test("no range of an empty file can be satisfied", () => {
	for (const header of ["bytes=0-", "bytes=-1"]) expect(rangeAnswer(header, 0).status).toBe(416);
});

test("the body of a part matches its headers", async () => {
	const whole = "0123456789";
	const edge = fc.option(fc.nat({ max: 15 }), { nil: undefined });
	await fc.assert(
		fc.asyncProperty(edge, edge, async (from, to) => {
			const header = `bytes=${from ?? ""}-${to ?? ""}`;
			const part = await partOf(new Response(whole), header);
			const body = await part.text();
			if (part.status === 416) {
				expect([body, part.headers.get("Content-Range")]).toEqual(["", "bytes */10"]);
				return;
			}
			expect(part.headers.get("Content-Length")).toBe(String(body.length));
			if (part.status === 200) expect(body).toBe(whole);
			else {
				expect(part.status).toBe(206);
				const [, start, end] = /^bytes (\d+)-(\d+)\/10$/.exec(
					part.headers.get("Content-Range") ?? "",
				) as unknown as [string, string, string];
				expect(body).toBe(whole.slice(Number(start), Number(end) + 1));
			}
		}),
	);
});

test("a file that is still arriving is passed on as it comes", async () => {
	const body = new ReadableStream({ start: (sending) => sending.enqueue(new Uint8Array(4)) });
	const whole = new Response(body, { headers: { "Content-Length": "10" } });
	const part = await partOf(whole, "bytes=0-");
	expect([part.status, part.headers.get("Content-Range")]).toEqual([206, "bytes 0-9/10"]);
	expect((await part.body?.getReader().read())?.value).toHaveLength(4);
});
