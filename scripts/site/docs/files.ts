/** The documents for people as files of the tree: the page, its style and its script. */
import { createHash } from "node:crypto";
import type { LinkStyle } from "../../hosts/host.ts";
import { openApiDocument } from "../../openapi/document.ts";
import { bundle } from "../../publish/bundle.ts";
import { docsPage } from "./page.ts";

/** A file of the tree. */
interface TextFile {
	/** Without a leading slash. */
	readonly path: string;
	readonly text: string;
}

/** A file named after what is in it, so that it may be kept for ever. */
function asset(entry: string, extension: string): TextFile {
	const source = new URL(`browser/${entry}`, import.meta.url);
	const text = bundle(source, { format: "esm", platform: "browser", minify: true });
	const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
	return { path: `assets/docs-${hash}.${extension}`, text };
}

/** All files of the documents, for a tree at this base URL with links of this style. */
export async function docsFiles(baseUrl: string, links?: LinkStyle): Promise<TextFile[]> {
	const style = asset("docs.css", "css");
	const script = asset("main.ts", "js");
	const assets = { style: `../${style.path}`, script: `../${script.path}` };
	const text = await docsPage(baseUrl, await openApiDocument(baseUrl), assets, links);
	return [{ path: "docs/index.html", text }, style, script];
}
