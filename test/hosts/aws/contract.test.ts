/** The contract, answered by the CloudFront function over a published tree; never run on AWS. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { distribution } from "../../../scripts/hosts/aws/distribution.ts";
import { MAX_FUNCTION_BYTES, viewerRequestFunction } from "../../../scripts/hosts/aws/function.ts";
import { AWS_GAPS_WITHOUT_WORDS } from "../../../scripts/hosts/aws/gaps.ts";
import { AWS } from "../../../scripts/hosts/aws/host.ts";
import { headersPolicy } from "../../../scripts/hosts/aws/policy.ts";
import { folderAsset } from "../../../scripts/hosts/node/folder-asset.ts";
import { CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { type Answer, describeContract, type TargetRequest } from "../../contract/target.ts";
import { catalogueNames, clipName } from "../../fixtures/names.ts";
import {
	BASE,
	named,
	type PublishedFolder,
	publishRecords,
	temporaryFolder,
} from "../../fixtures/published.ts";
import { respond } from "../../fixtures/respond.ts";
import { cloudFront } from "./cloudfront.ts";

type Send = (sent: TargetRequest) => Promise<Answer>;

const parent = temporaryFolder();
const SECRET = "outside the tree";

function senderOver({ folder, published }: PublishedFolder, most: number): Send {
	const { text, knowsWords } = viewerRequestFunction(published.facts, most);
	expect(knowsWords).toBe(most > 0);
	return cloudFront({
		tree: folder,
		code: text,
		policy: headersPolicy(),
		distribution: distribution(knowsWords),
	});
}

const get = (send: Send, target: string, headers = {}): Promise<Answer> =>
	send({ method: "GET", target, headers });

describe.for([
	["that knows all words", MAX_FUNCTION_BYTES, AWS.gaps],
	["too small to know them", 0, AWS_GAPS_WITHOUT_WORDS],
] as const)("%s", ([name, most, gaps]) => {
	let send: Send;

	beforeAll(async () => {
		writeFileSync(join(parent, "secret.json"), SECRET);
		send = senderOver(await publishRecords(CONTRACT_CATALOGUE, { parent, hosts: [AWS] }), most);
	});

	describeContract(`a CloudFront function ${name}`, () => ({
		name: "CloudFront",
		gaps,
		headerGaps: AWS.headerGaps,
		send,
	}));

	test("a page on another site may read it", async () => {
		for (const query of ["", "?page=2", "?page=x", "?name=xyzzy"]) {
			const headers = { Origin: "https://app.test" };
			const answer = await get(send, `/api/v1/instants/${query}`, headers);
			expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
			expect(answer.headers.get("Access-Control-Expose-Headers")).toBe("ETag, Link");
			expect(answer.headers.get("Access-Control-Allow-Credentials")).toBeNull();
		}
	});

	test("a name it has no pages for is told where the index is, and errors are not kept", async () => {
		const { status, headers, body } = await get(send, "/api/v1/instants/?name=boo+7");
		expect(status).toBe(404);
		expect(headers.get("Cache-Control")).toBe("no-store");
		expect(JSON.parse(body).index).toBe(`${BASE}/v1/instants/search/index.json`);
	});

	test.each(["-", "constructor", "__proto__", "toString"])("%s is no format", async (format) => {
		const { status, body } = await get(send, `/api/v1/instants/?format=${format}`);
		expect({ status, body }).toEqual({ status: 404, body: '{"detail":"Not found."}' });
		expect((await get(send, `/api/v1/instants/?${format}=2&page=2`)).status).toBe(200);
	});

	test.each([
		["/", 200, "<html"],
		["/docs/", 200, "<html"],
		["/manifest.json", 200, '"build"'],
		["/v1/instants/page/2.json", 200, '"results"'],
	])("%s is a file beside the API", async (path, status, part) => {
		const answer = await get(send, path);
		expect(answer.status).toBe(status);
		expect(answer.body).toContain(part);
		expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect((await send({ method: "PUT", target: path, headers: {} })).status).toBe(405);
	});

	test("no spelling of a path leads out of the tree", async () => {
		const ups = ["..", "%2e%2e", "%2E.", "%252e%252e", "..%00", "%c0%ae%c0%ae", "..;"];
		const slashes = ["/", "%2f", "%5c", "%252f", "%255c", "\\"];
		const ways = ups.flatMap((up) => slashes.map((slash) => `${`${up}${slash}`.repeat(4)}secret`));
		const absolute = ["/etc/passwd", "%2fetc%2fpasswd", "file:///etc/passwd", "C:%5Cwindows"];
		for (const way of [...ways, "../secret", "../../../../secret", ...absolute]) {
			for (const target of [
				`/api/v1/instants/?page=${way}`,
				`/api/v1/instants/?page=1/${way}`,
				`/api/v1/instants/?name=${way}`,
				`/api/v1/instants/?name=boom/${way}`,
				`/api/v1/instants/?format=${way}`,
				`/api/v1/instants/?format=json/${way}&name=boom`,
				`/api/${way}.json`,
				`/v1/instants/page/${way}.json`,
				`/${way}.json`,
			]) {
				const { status, body } = await get(send, target);
				expect([400, 404], target).toContain(status);
				expect(body, target).not.toMatch(/outside|root:/);
			}
		}
	});
});

test("pages of every format count towards the budget of files", async () => {
	const how = { parent, hosts: [AWS] };
	const { published: least } = await publishRecords(CONTRACT_CATALOGUE, { ...how, maxFiles: 1 });
	for (const spare of [0, 3, 4, 11, 12, 1000]) {
		const maxFiles = least.files.length + spare;
		const { published } = await publishRecords(CONTRACT_CATALOGUE, { ...how, maxFiles });
		expect(published.files.length).toBeLessThanOrEqual(maxFiles);
		expect(published.files.length - least.files.length).toBe(published.wordPages);
	}
});

describe("over names in many scripts", () => {
	let tree: PublishedFolder;
	let senders: Send[];

	beforeAll(async () => {
		const names = fc.sample(catalogueNames, { seed: 1, numRuns: 12 }).flat();
		tree = await publishRecords(named(names), { parent, hosts: [AWS] });
		senders = [senderOver(tree, 1e6), senderOver(tree, 0)];
	});

	/** What the edge rule says to the same request. */
	async function ruled(target: string): Promise<string> {
		const request = { method: "GET", url: `${BASE}${target}`, headers: new Headers() };
		return (await respond(request, folderAsset(tree.folder))).text();
	}

	test("every word that has pages is answered as the edge rule answers it", async () => {
		const { words } = tree.published.facts;
		expect(words.length).toBeGreaterThan(50);
		for (const { word, pages } of words) {
			for (const page of [1, pages]) {
				const query = new URLSearchParams({ name: word, page: String(page) });
				const target = `/api/v1/instants/?${query}`;
				const expected = await ruled(target);
				for (const send of senders) expect((await get(send, target)).body, word).toBe(expected);
			}
		}
	});

	test("any name is answered with the right clips or an error", async () => {
		const words = fc.constantFrom(...tree.published.facts.words.map(({ word }) => word));
		const around = fc.constantFrom("", " ", "\u3000", "!", "'", "\u0301", "\u200d", "A");
		const near = fc.tuple(around, words, around).map((parts) => parts.join(""));
		const pieces = fc.oneof(clipName, near, fc.string({ unit: "binary" }));
		await fc.assert(
			fc.asyncProperty(pieces, fc.constantFrom("", "1", "2", "last"), async (name, page) => {
				const target = `/api/v1/instants/?${new URLSearchParams({ name, page })}`;
				const expected = await ruled(target);
				for (const send of senders) {
					const { status, body } = await get(send, target);
					expect([200, 400, 404]).toContain(status);
					if (status !== 200) continue;
					const { count, results } = JSON.parse(body);
					expect({ count, results }).toEqual(
						(({ count, results }) => ({ count, results }))(JSON.parse(expected)),
					);
				}
			}),
			{ numRuns: 1000 },
		);
	});
});
