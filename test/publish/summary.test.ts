/** The summary of a build says what was built, and which hosts will accept it. */
import { describe, expect, test } from "vitest";
import { sizeText } from "../../scripts/console/text.ts";
import { HOSTS } from "../../scripts/hosts/index.ts";
import type { Published } from "../../scripts/publish/publish.ts";
import { summary } from "../../scripts/publish/report.ts";
import { POINTER } from "../fixtures/pointer.ts";
import { BASE } from "../fixtures/published.ts";

const MIB = 1024 * 1024;

function published(fileCount: number, bytes: number, listingPages: number): Published {
	return {
		pointer: {
			...POINTER,
			build: "0123456789abcdef".repeat(4),
			base_url: BASE,
			count: 1234,
			positions: 1234,
		},
		files: Array.from({ length: fileCount }, (_, i) => ({
			path: `${Math.floor(i / 1000)}/${i}`,
			bytes,
			sha256: "",
		})),
		fixedFiles: listingPages + 20,
		precomputed: { listingPages, clipPages: 0, wordPages: 56, wordsKnown: 90, words: 34 },
		leftOut: [],
	};
}

test.for([
	[0, "0 bytes"],
	[1, "1 byte"],
	[1000, "1.0 KB"],
	[999_949, "999.9 KB"],
	[999_950, "1.0 MB"],
	[999_950_000, "1.0 GB"],
	[5_432_100_000_000, "5432.1 GB"],
] as const)("%i bytes are %s", ([bytes, text]) => {
	expect(sizeText(bytes)).toBe(text);
});

test("the summary says what was built", () => {
	expect(summary(published(200, 1000, 124), "dist", 1.26, HOSTS)).toMatchInlineSnapshot(`
		"Built dist for http://oracle.test
		  clips      1234
		  pages      124 of the listing, 56 for words, 0 for clips
		  words      90, 34 with pages
		  files      200, 200.0 KB
		  time       1.3 s
		  fits       Netlify, Cloudflare (free), Cloudflare (paid), Vercel (hobby), Vercel (pro), GitHub Pages
		  build      0123456789abcdef"
	`);
});

test("the summary says what was removed, left out and not precomputed", () => {
	const tree = published(200, 1000, 0);
	const text = summary(
		{
			...tree,
			pointer: { ...tree.pointer, positions: 1240 },
			precomputed: { listingPages: 0, clipPages: 0, wordPages: 0, wordsKnown: 90, words: 0 },
			leftOut: ["/v1/instants/all.ndjson"],
		},
		"dist",
		1.26,
		[],
	);
	expect(text).toMatchInlineSnapshot(`
		"Built dist for http://oracle.test
		  clips      1234, and 6 removed
		  pages      0 of the listing, 0 for words, 0 for clips
		  words      90, 0 with pages
		  files      200, 200.0 KB
		  left out   v1/instants/all.ndjson, too large
		  time       1.3 s
		  build      0123456789abcdef"
	`);
});

describe("the summary names the hosts that will accept a tree, and says why others will not:", () => {
	const hostsNamed = (tree: Published, hosts = HOSTS): string =>
		summary(tree, "dist", 0, hosts).split("\n").slice(6, -1).join("\n");

	test("only hosts of the build are named, if they have limits", () => {
		const only = (name: string) => HOSTS.filter((host) => host.name === name);
		const tree = published(200, 1000, 1);
		expect(hostsNamed(tree, only("cloudflare"))).toBe(
			"  fits       Cloudflare (free), Cloudflare (paid)",
		);
		expect(hostsNamed(tree, only("server"))).toBe("");
	});

	test("files that are too many for some", () => {
		const fits = (files: number) => hostsNamed(published(files, 1000, 124)).split("\n")[0];
		expect(fits(20_000)).toContain("Cloudflare (free)");
		expect(fits(20_001)).toBe("  fits       Netlify, Cloudflare (paid), GitHub Pages");
	});

	test("a tree that exceeds every limit", () => {
		const { files, ...rest } = published(100_001, 11_000, 100_001);
		const large = { path: "media/sounds/what?.mp3", bytes: 101 * MIB, sha256: "" };
		const inOneFolder = files.map((file, i) => ({ ...file, path: `words/${i}` }));
		const tree = { ...rest, files: [large, ...inOneFolder] };
		expect(hostsNamed(tree)).toMatchInlineSnapshot(`
			"  fits       no known host
			  too large  Netlify: 100001 files in the folder words/, at most 54000; the file name "media/sounds/what?.mp3" is not allowed (https://docs.netlify.com/deploy/create-deploys/)
			  too large  Cloudflare (free): 100002 files, at most 20000; 105906176 bytes in media/sounds/what?.mp3, at most 26214400 (https://developers.cloudflare.com/workers/platform/limits/#static-assets)
			  too large  Cloudflare (paid): 100002 files, at most 100000; 105906176 bytes in media/sounds/what?.mp3, at most 26214400 (https://developers.cloudflare.com/workers/platform/limits/#static-assets)
			  too large  Vercel (hobby): 100002 files, at most 15000; 1205917176 bytes, at most 100000000 (https://vercel.com/docs/limits)
			  too large  Vercel (pro): 100002 files, at most 15000; 1205917176 bytes, at most 1000000000 (https://vercel.com/docs/limits)
			  too large  GitHub Pages: 1205917176 bytes, at most 1073741824; 105906176 bytes in media/sounds/what?.mp3, at most 104857600 (https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits)"
		`);
	});
});
