/** Audio players get the bytes they ask for. https://www.rfc-editor.org/rfc/rfc9110#section-14 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { byteRange } from "../../../scripts/contract/byte-range.ts";
import { partOf } from "../../../scripts/site/service-worker/ranges.ts";

test("no range of an empty file can be satisfied", () => {
	expect(byteRange("bytes=0-", 0)).toBe("unsatisfiable");
	expect(byteRange("bytes=-1", 0)).toBe("unsatisfiable");
});

test("the body of a part is what its headers say", async () => {
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

test("a part keeps the other headers of its response", async () => {
	const headers = { "Content-Type": "audio/mpeg", ETag: '"a"' };
	const part = await partOf(new Response("0123456789", { headers }), "bytes=2-3");
	expect(part.headers.get("Content-Type")).toBe("audio/mpeg");
	expect(part.headers.get("ETag")).toBe('"a"');
});
