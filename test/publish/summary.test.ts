/** The summary of a build says what was built, and which plans of its hosts the tree fits. */
import { expect, test } from "vitest";
import { CLOUDFLARE } from "../../scripts/hosts/cloudflare/host.ts";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { SERVER } from "../../scripts/hosts/server/host.ts";
import { summary } from "../../scripts/publish/build-command.ts";
import type { Published } from "../../scripts/publish/publish.ts";
import { POINTER } from "../fixtures/pointer.ts";
import { BASE } from "../fixtures/published.ts";

const MIB = 1024 * 1024;

function published(fileCount: number, bytes: number): Published {
	return {
		pointer: {
			...POINTER,
			build: "0123456789abcdef".repeat(4),
			base_url: BASE,
			count: 1234,
			positions: 1240,
		},
		files: Array.from({ length: fileCount }, (_, i) => ({
			path: `${Math.floor(i / 1000)}/${i}`,
			bytes,
			sha256: "",
		})),
		precomputed: { listingPages: 124, clipPages: 0, wordPages: 56, words: 34, roots: {} },
		leftOut: ["/v1/instants/all.ndjson"],
		warnings: [],
	};
}

test("the summary says what was built, removed and left out, and which plans the tree fits", () => {
	const tree = published(20_001, 1000);
	expect(summary(tree, "dist", 1.26, [CLOUDFLARE, SERVER])).toMatchInlineSnapshot(`
		"Built dist for http://oracle.test
		  clips      1234, and 6 removed
		  pages      124 of the listing, 56 for 34 words, 0 for clips
		  files      20001, 20.0 MB
		  left out   v1/instants/all.ndjson, too large
		  time       1.3 s
		  fits       Cloudflare (paid)
		  too large  Cloudflare (free): 20001 files, at most 20000 (https://developers.cloudflare.com/workers/platform/limits/#static-assets)
		  build      0123456789abcdef"
	`);
});

test("for a tree that exceeds the limits of every host, the summary says by how much", () => {
	const { files, ...rest } = published(100_001, 11_000);
	const large = { path: "media/sounds/what?.mp3", bytes: 101 * MIB, sha256: "" };
	const inOneFolder = files.map((file, i) => ({ ...file, path: `words/${i}` }));
	const tree = { ...rest, files: [large, ...inOneFolder] };
	const lines = summary(tree, "dist", 0, HOSTS).split("\n");
	expect(lines.slice(6, -1).join("\n")).toMatchInlineSnapshot(`
		"  too large  Netlify: 100001 files in the folder words/, at most 54000; the file name "media/sounds/what?.mp3" is not allowed (https://docs.netlify.com/deploy/create-deploys/)
		  too large  Cloudflare (free): 100002 files, at most 20000; 105906176 bytes in media/sounds/what?.mp3, at most 26214400 (https://developers.cloudflare.com/workers/platform/limits/#static-assets)
		  too large  Cloudflare (paid): 100002 files, at most 100000; 105906176 bytes in media/sounds/what?.mp3, at most 26214400 (https://developers.cloudflare.com/workers/platform/limits/#static-assets)
		  too large  Vercel (hobby): 100002 files, at most 15000; 1205917176 bytes, at most 100000000 (https://vercel.com/docs/limits)
		  too large  Vercel (pro): 100002 files, at most 15000; 1205917176 bytes, at most 1000000000 (https://vercel.com/docs/limits)
		  too large  GitHub Pages: 1205917176 bytes, at most 1073741824; 105906176 bytes in media/sounds/what?.mp3, at most 104857600 (https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits)"
	`);
});
