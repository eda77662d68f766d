/** The pages for people: which files they are, made for one build from sources and templates. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastGlob from "fast-glob";
import type { LinkStyle } from "../hosts/host.ts";
import { openApiFile } from "../openapi/document.ts";
import { contentSecurityPolicy, type MediaPlace } from "./content-security-policy.ts";
import { crawlerFiles } from "./crawlers.ts";
import { docsFiles } from "./docs/files.ts";
import { hashedAsset, type TextFile } from "./hashed-asset.ts";
import { fillTemplate } from "./template.ts";

/** A file of the site. */
export interface SiteFile {
	/** Path in the tree, without a leading slash. */
	readonly path: string;
	readonly content: string | Uint8Array;
}

/** What the pages depend on. */
export interface SiteFacts {
	/** Where the tree will be reached; no trailing slash. */
	readonly baseUrl: string;
	readonly media: MediaPlace;
	/** What stored pages link to. */
	readonly links: LinkStyle;
}

const PUBLIC = fileURLToPath(new URL("public/", import.meta.url));
const TEMPLATES = ["index.html", "404.html"] as const;

/** All files of the site but for the service worker, sorted by path. */
export async function siteFiles({ baseUrl, media, links }: SiteFacts): Promise<SiteFile[]> {
	const { script, style } = assets();
	const facts = {
		script: script.path,
		style: style.path,
		policy: contentSecurityPolicy(media),
		base: baseUrl,
		// Where a page that is served for any missing path can find the site.
		root: `${new URL(baseUrl).pathname.replace(/\/$/, "")}/`,
	};
	const pages = TEMPLATES.map((path) => ({ path, content: fillTemplate(template(path), facts) }));
	const documents = [
		openApiFile(baseUrl),
		...(await docsFiles(baseUrl, links)),
		...crawlerFiles(baseUrl),
	];
	const files = [...(await publicFiles()), ...pages, script, style, ...documents];
	return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function template(name: string): string {
	return readFileSync(new URL(`templates/${name}`, import.meta.url), "utf8");
}

/** Files that are published as they are. */
async function publicFiles(): Promise<SiteFile[]> {
	const paths = await fastGlob("**", { cwd: PUBLIC });
	return paths.map((path) => ({ path, content: readFileSync(join(PUBLIC, path)) }));
}

/** The same for every build of a process, and not cheap to make. */
let bundled: { readonly script: TextFile; readonly style: TextFile } | undefined;

function assets() {
	const asset = (entry: string): TextFile =>
		hashedAsset(new URL(`soundboard/${entry}`, import.meta.url), "soundboard");
	bundled ??= { script: asset("main.ts"), style: asset("soundboard.css") };
	return bundled;
}
