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
	/** What a page says it is, so that it is known even if a host adds to it. */
	readonly name?: string;
}

/**
 * A script or style whose path changes with its content, so that no cache can serve an old version.
 * @param name the beginning of the file name
 * @param more text to add after the bundle
 */
function hashedBundle(entry: string, name: string, more = ""): SiteFile {
	const text = bundle(new URL(entry, import.meta.url));
	return hashedFile(`${text}${more}`, name, entry.endsWith(".css") ? "css" : "js");
}

/** A file with this content, named by its hash. */
export function hashedFile(content: string, name: string, extension: "css" | "js"): SiteFile {
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
	return { path: `assets/${name}-${hash}.${extension}`, content };
}

/** A page that carries its name; any other file, and a program to copy, as it is. */
export function namedPage(file: SiteFile): SiteFile {
	const { path } = file;
	const text = String(file.content);
	if (!path.endsWith(".html") || !text.includes("</head>")) return file;
	const name = createHash("sha256").update(text).digest("hex").slice(0, 20);
	const content = text.replace("</head>", `\t<meta name="instants-page" content="${name}">\n$&`);
	return { path, content, name };
}

/** The scripts and styles, by the names of their addresses in pages. */
export function siteBundles(colour: string | undefined) {
	const accent = colour === undefined ? "" : accentStyle(colour);
	return {
		script: hashedBundle("board/main.ts", "soundboard"),
		early_script: hashedBundle("board/page/early.ts", "early"),
		style: hashedBundle("board/board.css", "soundboard", accent),
		search_script: hashedBundle("board/data/search-script.ts", "search"),
		card_script: hashedBundle("board/parts/card/cards.ts", "card"),
		pads_script: hashedBundle("board/parts/pads/pads.ts", "pads"),
		outputs_script: hashedBundle("board/parts/outputs/outputs.ts", "outputs"),
		extras_script: hashedBundle("board/data/extras-script.ts", "extras"),
		docs_script: hashedBundle("docs/browser/main.ts", "docs"),
		docs_style: hashedBundle("docs/browser/docs.css", "docs", accent),
	};
}

/**
 * The text of the service worker. It names the store and the pages it belongs to, so that browsers
 * notice when these change and the worker can check that what it reads belongs to its own build.
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
