/** The pages for people: which files they are, made for one build from sources and templates. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastGlob from "fast-glob";
import { bundle } from "../publish/bundle.ts";
import { contentSecurityPolicy, type MediaPlace } from "./content-security-policy.ts";
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
}

const PUBLIC = fileURLToPath(new URL("public/", import.meta.url));
const TEMPLATES = ["index.html", "404.html"] as const;

/** All files of the site but for the service worker, sorted by path. */
export async function siteFiles({ baseUrl, media }: SiteFacts): Promise<SiteFile[]> {
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
	const files = [...(await publicFiles()), ...pages, script, style];
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

interface Assets {
	readonly script: SiteFile & { content: string };
	readonly style: SiteFile & { content: string };
}

/** The same for every build of a process, and not cheap to make. */
let bundled: Assets | undefined;

function assets(): Assets {
	bundled ??= { script: asset("main.ts", "js"), style: asset("soundboard.css", "css") };
	return bundled;
}

/** A bundle under a name that changes with its content, so that no cache can hold an old one for it. */
function asset(entry: string, extension: string): SiteFile & { content: string } {
	const url = new URL(`soundboard/${entry}`, import.meta.url);
	const content = bundle(url, { format: "esm", platform: "browser", minify: true });
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
	return { path: `assets/soundboard-${hash}.${extension}`, content };
}
