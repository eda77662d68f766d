/** The files of the site: the soundboard, its assets, the API documentation, and files for crawlers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastGlob from "fast-glob";
import { html } from "hono/html";
import { API_PATH, type LinkStyle } from "../contract/links.ts";
import { openApiFile } from "../openapi/document.ts";
import { ALL_PATH, listingPath } from "../tree/paths.ts";
import { hashedAsset } from "./assets.ts";
import { contentSecurityPolicy, type MediaPlace } from "./content-security-policy.ts";
import { crawlerFiles } from "./crawlers.ts";
import { docsFiles } from "./docs/files.ts";

export interface SiteFile {
	/** Path in the tree, without a leading slash. */
	readonly path: string;
	readonly content: string | Uint8Array;
}

/** What the pages depend on. */
export interface SiteFacts {
	/** Where the tree will be served; no trailing slash. */
	readonly baseUrl: string;
	readonly media: MediaPlace;
	/** What stored pages link to. */
	readonly links: LinkStyle;
	/** Whether the tree holds the whole catalogue as one file. */
	readonly hasExport: boolean;
}

const PUBLIC = fileURLToPath(new URL("public/", import.meta.url));
const TEMPLATES = ["index.html", "404.html"] as const;

/** All files of the site except the service worker, sorted by path. */
export async function siteFiles(site: SiteFacts): Promise<SiteFile[]> {
	const { baseUrl, media, links, hasExport } = site;
	const script = hashedAsset(new URL("soundboard/main.ts", import.meta.url), "soundboard");
	const style = hashedAsset(new URL("soundboard/soundboard.css", import.meta.url), "soundboard");
	const facts = {
		script: script.path,
		style: style.path,
		policy: contentSecurityPolicy(media),
		base: baseUrl,
		// There may be no stored pages where the API answers, and no file of all clips.
		clips: (links === "path" ? listingPath(1) : API_PATH).slice(1),
		catalogue: hasExport ? ALL_PATH.slice(1) : "docs/#bulk",
		// The 404 page is served at any depth, so its links must not be relative.
		root: `${new URL(baseUrl).pathname.replace(/\/$/, "")}/`,
	};
	const pages = TEMPLATES.map((path) => ({ path, content: fillTemplate(path, facts) }));
	const documents = [
		openApiFile(baseUrl),
		...(await docsFiles(baseUrl, links)),
		...crawlerFiles(baseUrl),
	];
	const files = [...(await publicFiles()), ...pages, script, style, ...documents];
	return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A template with each `{{name}}` replaced by that fact, escaped. */
function fillTemplate(path: string, facts: Readonly<Record<string, string>>): string {
	const template = readFileSync(new URL(`templates/${path}`, import.meta.url), "utf8");
	return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
		const value = facts[name];
		if (value === undefined) throw new Error(`${path}: {{${name}}} has no value in site-files.ts`);
		return String(html`${value}`);
	});
}

/** Files that are published unchanged. */
async function publicFiles(): Promise<SiteFile[]> {
	const paths = await fastGlob("**", { cwd: PUBLIC });
	return paths.map((path) => ({ path, content: readFileSync(join(PUBLIC, path)) }));
}
