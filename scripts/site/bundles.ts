/** The bundled scripts and styles of the site, and its service worker. */
import { createHash } from "node:crypto";
import { bundle } from "../bundling/bundle.ts";
import type { Pointer } from "../tree/pointer.ts";
import { sha256 } from "../tree/store.ts";
import { accentStyle } from "./accent.ts";
import type { Build } from "./service-worker/messages.ts";

export interface SiteFile {
	/** Without a leading slash. */
	readonly path: string;
	readonly content: string | Uint8Array;
	/** The name that a page contains, by which it is recognised even if a host has added something to the page. */
	readonly name?: string;
}

/**
 * A script or style whose path changes with its content, so that no cache can serve an old version.
 * @param name the first part of the file name
 * @param more text to add after the bundle
 */
function hashedBundle(entry: URL, name: string, more = ""): SiteFile {
	const extension = entry.pathname.endsWith(".css") ? "css" : "js";
	return hashedFile(`${bundle(entry)}${more}`, name, extension);
}

/** A file with this content, named by its hash. */
export function hashedFile(content: string, name: string, extension: "css" | "js"): SiteFile {
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
	return { path: `assets/${name}-${hash}.${extension}`, content };
}

/** Adds a name to a page. Other files, and programs to copy, stay unchanged. */
export function namedPage(file: SiteFile): SiteFile {
	const { path } = file;
	const text = String(file.content);
	if (!path.endsWith(".html") || !text.includes("</head>")) return file;
	const name = createHash("sha256").update(text).digest("hex").slice(0, 20);
	const content = text.replace("</head>", `\t<meta name="instants-page" content="${name}">\n$&`);
	return { path, content, name };
}

/** The scripts and styles, by the placeholders for their addresses in pages. */
export function siteBundles(colour: string | undefined) {
	const accent = colour === undefined ? "" : accentStyle(colour);
	return {
		script: hashedBundle(new URL("board/main.ts", import.meta.url), "soundboard"),
		early_script: hashedBundle(new URL("board/page/early.ts", import.meta.url), "early"),
		style: hashedBundle(new URL("board/board.css", import.meta.url), "soundboard", accent),
		search_script: hashedBundle(new URL("board/data/search-script.ts", import.meta.url), "search"),
		card_script: hashedBundle(new URL("board/parts/card/cards.ts", import.meta.url), "card"),
		pads_script: hashedBundle(new URL("board/parts/pads/pads.ts", import.meta.url), "pads"),
		outputs_script: hashedBundle(
			new URL("board/parts/outputs/outputs.ts", import.meta.url),
			"outputs",
		),
		far_rows_script: hashedBundle(
			new URL("board/parts/listing/far-rows.ts", import.meta.url),
			"far-rows",
		),
		extras_script: hashedBundle(new URL("board/data/extras-script.ts", import.meta.url), "extras"),
		docs_script: hashedBundle(new URL("docs/browser/main.ts", import.meta.url), "docs"),
		docs_style: hashedBundle(new URL("docs/browser/docs.css", import.meta.url), "docs", accent),
	};
}

/**
 * The text of the service worker. It contains the roots of the store and the hashes of the pages, so that
 * browsers detect changes, and the worker can check that the files it reads belong to its own build.
 */
export async function serviceWorker({
	store: { listing, words, ...store },
	...others
}: Omit<Build, "contents" | "store"> & {
	readonly store: Build["store"] & Pick<Pointer, "listing" | "words">;
}): Promise<string> {
	const entry = new URL("service-worker/main.ts", import.meta.url);
	const script = bundle(entry, { format: "iife" });
	const parts = { store, ...others };
	const build: Build = { contents: await sha256(JSON.stringify(parts)), ...parts };
	return `const BUILD=${JSON.stringify(build)};\n${script}`;
}
