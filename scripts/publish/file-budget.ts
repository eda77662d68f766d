/** Decides which pages a tree has, so that its files are not too many. */
import { clipEmbedPath } from "../contract/clip-embed.ts";
import { pageCount } from "../contract/page-number.ts";
import { lengthInManifest } from "../tree/manifest.ts";
import type { BuildOptions } from "./build-options.ts";
import { mostManifestFiles } from "./manifest-writer.ts";

/** No precomputed page is larger, in bytes. */
const MOST_BYTES = 99_999_999;
const ANY_HASH = "0".repeat(64);

/** Their pages take some 100 MB, since each is a whole front page. */
const MAX_CLIP_PAGES = 5000;

/** At least as many as the site has, with its feeds, sitemap and templates. */
const SITE_FILES = 150;

/** The files so far, which become more. */
interface Written {
	readonly count: number;
	/** The characters of their entries in the manifest. */
	readonly manifestLength: number;
}

export class FileBudget {
	readonly #options: BuildOptions;
	readonly #written: Written;

	constructor(options: BuildOptions, written: Written) {
		this.#options = options;
		this.#written = written;
	}

	/**
	 * Whether so many more files fit. None do if the owner wants no precomputed pages.
	 * @param longest the longest of their paths
	 */
	fits(more: number, longest: string): boolean {
		const { pages, maxFiles } = this.#options;
		return pages !== "none" && this.filesWith(more, longest) <= maxFiles;
	}

	/**
	 * Whether a page and its description for other sites fit for each clip, beside the whole listing. The site
	 * says so, so this is decided before there is one.
	 */
	fitsClips(slugs: readonly string[], clips: number): boolean {
		const longest = slugs.reduce((a, b) => (b.length > a.length ? b : a), "");
		const more = SITE_FILES + pageCount(clips) + 2 * clips;
		return clips <= MAX_CLIP_PAGES && this.fits(more, clipEmbedPath(longest));
	}

	/** How many files the tree has in the end, at most, with so many more and all that must still come. */
	filesWith(more: number, longest: string): number {
		const { count, manifestLength } = this.#written;
		// The service worker, the pointer and its signature.
		const others = more + (this.#options.release?.sign === undefined ? 2 : 3);
		const each = lengthInManifest({ path: longest, bytes: MOST_BYTES, sha256: ANY_HASH });
		return count + others + mostManifestFiles(manifestLength + others * each);
	}
}
