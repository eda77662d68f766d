/** The documentation as files of the tree: the page, its style and its script. */
import type { LinkStyle } from "../../contract/links.ts";
import { openApiDocument } from "../../openapi/document.ts";
import { hashedAsset, type TextFile } from "../assets.ts";
import { docsPage } from "./page.ts";

/** All files of the documentation, for a tree at this base URL with links of this style. */
export async function docsFiles(baseUrl: string, links?: LinkStyle): Promise<TextFile[]> {
	const style = hashedAsset(new URL("browser/docs.css", import.meta.url), "docs");
	const script = hashedAsset(new URL("browser/main.ts", import.meta.url), "docs");
	const assets = { style: `../${style.path}`, script: `../${script.path}` };
	const content = await docsPage(baseUrl, openApiDocument(baseUrl), assets, links);
	return [{ path: "docs/index.html", content }, style, script];
}
