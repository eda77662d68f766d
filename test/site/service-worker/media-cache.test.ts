/** Pinned clips stay on the device; of the others, the least recently played go first. */
import { beforeEach, describe, expect, test } from "vitest";
import { type ClipCache, MediaCache } from "../../../scripts/site/service-worker/media-cache.ts";

/** As in browsers, an entry that is put again moves to the end. */
class FakeCache implements ClipCache {
	readonly stored = new Map<string, Response>();
	async match(url: RequestInfo | URL) {
		return this.stored.get(String(url))?.clone();
	}
	async put(url: RequestInfo | URL, response: Response) {
		this.stored.delete(String(url));
		this.stored.set(String(url), response);
	}
	async delete(url: RequestInfo | URL) {
		return this.stored.delete(String(url));
	}
	async keys() {
		return [...this.stored.keys()].map((url) => ({ url }) as Request);
	}
}

const A = "https://h.test/a";
const B = "https://h.test/b";
const C = "https://h.test/c";
const clip = (bytes: number) => new Response("x".repeat(bytes));

describe("on a device with room for ten bytes", () => {
	let played: FakeCache;
	let pinned: FakeCache;
	let saved: FakeCache;
	let media: MediaCache;
	const fetched: string[] = [];
	const get = async (url: string) => {
		fetched.push(url);
		return clip(8);
	};

	beforeEach(() => {
		[played, pinned, saved] = [new FakeCache(), new FakeCache(), new FakeCache()];
		media = new MediaCache({ played, pinned, saved }, 10);
		fetched.length = 0;
	});

	test("the most recently played clips stay", async () => {
		for (const url of [A, B, A, C]) await media.keep(url, clip(4));
		expect([...played.stored.keys()]).toEqual([A, C]);
	});

	test("a clip that is too large does not push others out", async () => {
		await media.keep(A, clip(10));
		await media.keep(B, clip(11));
		expect([...played.stored.keys()]).toEqual([A]);
	});

	test("pinned clips stay, and take no room from others", async () => {
		await media.keep(A, clip(4));
		expect(await media.pin([A, B], get)).toEqual({ failed: 0, left: 0 });
		expect(fetched).toEqual([B]);
		await media.keep(C, clip(10));
		expect([...pinned.stored.keys()]).toEqual([A, B]);
		expect(await (await media.find(A))?.text()).toBe("xxxx");
	});

	test("a clip that is no longer pinned counts as played", async () => {
		await media.pin([A], get);
		await media.pin([], get);
		expect([...pinned.stored.keys()]).toEqual([]);
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
		expect(await media.pin([A, B, C], gone)).toEqual({ failed: 2, left: 0 });
		expect([...pinned.stored.keys()]).toEqual([C]);
	});

	const save = (urls: readonly string[], end = Number.POSITIVE_INFINITY) =>
		media.save(urls, get, () => {}, end);

	test("saved clips stay, whatever is pinned, until they are no longer wanted", async () => {
		await media.keep(A, clip(4));
		await media.pin([B], get);
		expect(await save([A, B, C])).toEqual({ failed: 0, left: 0 });
		expect(fetched).toEqual([B, C]);
		await media.pin([], get);
		expect([...saved.stored.keys()].sort()).toEqual([A, B, C]);
		await save([A, C]);
		expect([played, pinned, saved].map(({ stored }) => stored.size)).toEqual([1, 0, 2]);
	});

	test("saving stops when time is over, and fetches nothing more once the device is full", async () => {
		expect(await save([A, B], 0)).toEqual({ failed: 0, left: 2 });
		saved.put = async () => {
			throw new DOMException("full", "QuotaExceededError");
		};
		const urls = Array.from({ length: 50 }, (_, i) => `${A}${i}`);
		expect(await save(urls)).toEqual({ failed: 50, left: 0 });
		expect(fetched.length).toBeLessThan(10);
	});

	test("only headers that describe the content or keep it from running are stored", async () => {
		const safe = { "content-security-policy": "sandbox", "x-content-type-options": "nosniff" };
		const own = { "content-type": "audio/mpeg", etag: '"1"', ...safe };
		const headers = { ...own, "Cache-Control": "no-store" };
		await media.keep(A, new Response("abc", { headers }));
		expect(Object.fromEntries((await media.find(A))?.headers ?? [])).toEqual({
			"content-length": "3",
			...own,
		});
	});
});
