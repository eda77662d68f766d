/**
 * Answers a request as Netlify does when no edge function runs, so that the fallback rules of a
 * netlify.toml are tested on Netlify's own parsers and engine, not on our reading of its manual.
 */

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type Header, parseAllHeaders } from "@netlify/headers-parser";
import { parseAllRedirects } from "@netlify/redirect-parser";
// @ts-expect-error The package ships no types; `Engine` below is what we use of it.
import redirector from "netlify-redirector";

export interface NetlifyRequest {
	readonly method: string;
	/** Path and query, as a client sends them. */
	readonly path: string;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface NetlifyAnswer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: string;
}

/** An answer with the path that the header rules go by: of the file served, not the one asked for. */
type Draft = NetlifyAnswer & { readonly path: string };

type Match = { readonly to: string; readonly status: number; readonly force: boolean };
type Matcher = { match(request: object): Match | null };
type Engine = { parseJSON(rules: string, secrets: object): Promise<Matcher> };

const ENGINE: Engine = redirector;
const TYPES: ReadonlyMap<string, string> = new Map([
	[".html", "text/html; charset=UTF-8"],
	[".json", "application/json"],
]);
/** Netlify ignores rules for these: https://docs.netlify.com/routing/headers/#limitations */
const IGNORED = new Set(
	`accept-ranges age allow alt-svc connection content-encoding content-length content-range date
	location server set-cookie trailer transfer-encoding upgrade`.split(/\s+/),
);
const MISSING = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"]);

/** Reads the rules once. */
export async function netlifyRules(
	configPath: string,
	published: string,
): Promise<(request: NetlifyRequest) => Promise<NetlifyAnswer>> {
	const { matcher, headerRules } = await loadRules(configPath);
	return async (request) => {
		const url = new URL(`https://site.test${request.path}`);
		const rule = findRule(matcher, url, new Headers(request.headers));
		const { path, status, headers, body } = await follow(url, rule, published);
		for (const { values } of headerRules.filter(({ forRegExp }) => forRegExp.test(path))) {
			for (const [name, value] of Object.entries(values)) {
				if (!IGNORED.has(name.toLowerCase())) headers.set(name, value);
			}
		}
		return { status, headers, body: request.method === "HEAD" ? "" : body };
	};
}

async function loadRules(
	netlifyConfigPath: string,
): Promise<{ matcher: Matcher; headerRules: Header[] }> {
	const options = { netlifyConfigPath, minimal: false, configRedirects: [], configHeaders: [] };
	const redirects = await parseAllRedirects({ ...options, redirectsFiles: [] });
	const headers = await parseAllHeaders({ ...options, headersFiles: [] });
	const errors: Error[] = [...redirects.errors, ...headers.errors];
	if (errors.length > 0) throw new AggregateError(errors, errors.join("\n"));
	const rules = (redirects.redirects as { from: string; query?: object }[]).map(forEngine);
	const matcher = await ENGINE.parseJSON(JSON.stringify(rules), {
		jwtSecret: "",
		jwtRoleClaim: "",
	});
	return { matcher, headerRules: headers.headers.filter((rule) => "forRegExp" in rule) };
}

function forEngine({ from, query, ...rule }: { from: string; query?: object }): object {
	return { ...rule, origin: from, params: query };
}

/** The engine wants the path decoded and the query raw. */
function findRule(matcher: Matcher, url: URL, headers: Headers): Match | null {
	const path = decode(url.pathname) ?? url.pathname;
	const asked = { scheme: "https", host: url.host, path, query: url.search.slice(1) };
	const getHeader = (name: string): string => headers.get(name) ?? "";
	const sent = { headers: Object.fromEntries(headers), getHeader };
	return matcher.match({ ...asked, ...sent, cookieValues: {}, getCookie: () => "" });
}

/** A file wins over an unforced rule; a rule whose target is missing is a 404, never the next rule. */
async function follow(url: URL, rule: Match | null, published: string): Promise<Draft> {
	const existing = rule?.force ? undefined : await readPage(published, url.pathname, 200);
	if (existing) return existing;
	if (rule === null) return notFound(url, published);
	return (await readPage(published, rule.to, rule.status)) ?? notFound(url, published);
}

async function notFound(url: URL, published: string): Promise<Draft> {
	const headers = new Headers({ "content-type": "text/plain" });
	const page = await readPage(published, "/404.html", 404);
	return { ...(page ?? { status: 404, headers, body: "Not Found" }), path: url.pathname };
}

async function readPage(root: string, path: string, status: number): Promise<Draft | undefined> {
	const bare = path.replace(/\/$/, "");
	for (const file of [...(bare === path ? [path] : []), `${bare}.html`, `${bare}/index.html`]) {
		const body = await readInside(root, file);
		if (body === undefined) continue;
		const type = TYPES.get(extname(file)) ?? "application/octet-stream";
		const headers = { "content-type": type, "cache-control": "public,max-age=0,must-revalidate" };
		return { path, status, headers: new Headers(headers), body };
	}
	return undefined;
}

/** Reads a file by its URL path; encoded slashes and dots, or what cannot be decoded, lead nowhere. */
async function readInside(root: string, path: string): Promise<string | undefined> {
	const segments = path.split("/").map((segment) => decode(segment) ?? "..");
	if (segments.some((segment) => segment === ".." || /[/\\\0]/.test(segment))) return undefined;
	try {
		return await readFile(join(root, ...segments), "utf8");
	} catch (error) {
		if (MISSING.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
		throw error;
	}
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
