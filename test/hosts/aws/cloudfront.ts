/**
 * Answers a request as CloudFront does in front of a bucket, as far as its documentation says: runs
 * the viewer-request function, reads the file it names, and adds the headers of the policy.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { distribution } from "../../../scripts/hosts/aws/distribution.ts";
import type { headersPolicy } from "../../../scripts/hosts/aws/policy.ts";
import type { Answer, TargetRequest } from "../../contract/target.ts";
import { loadFunction } from "./runtime.ts";

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
const MAX_URL = 8192;

interface Files {
	readonly tree: string;
	/** Text of the function. */
	readonly code: string;
	readonly policy: ReturnType<typeof headersPolicy>;
	readonly distribution: ReturnType<typeof distribution>;
}

/** What the function gives back: a request for the origin, or the answer. */
interface Result {
	readonly uri?: string;
	readonly statusCode?: number;
	readonly headers: Readonly<Record<string, { readonly value: string }>>;
	readonly body?: string;
}

/** A sender to a distribution that was never deployed. */
export function cloudFront(files: Files): (sent: TargetRequest) => Promise<Answer> {
	const handler = loadFunction(files.code);
	return async (sent) => {
		const answer = answerTo(files, handler, sent);
		addPolicy(files.policy, sent, answer.headers);
		return { ...answer, body: sent.method === "HEAD" ? "" : answer.body };
	};
}

function answerTo(files: Files, handler: (event: object) => unknown, sent: TargetRequest): Answer {
	if (sent.target.length > MAX_URL) return { status: 414, headers: new Headers(), body: "" };
	if (!files.distribution.DefaultCacheBehavior.AllowedMethods.Items.includes(sent.method)) {
		return { status: 403, headers: new Headers(), body: "" };
	}
	const result = handler(viewerRequest(sent)) as Result;
	if (result.statusCode === undefined) return readOrigin(files, result.uri ?? "");
	const pairs = Object.entries(result.headers).map(([name, { value }]) => [name, value] as const);
	for (const [name] of pairs) if (/[A-Z]/.test(name)) throw new Error(`${name} is not lower-case`);
	return {
		status: result.statusCode,
		headers: new Headers(pairs.map(([name, value]): [string, string] => [name, value])),
		body: result.body ?? "",
	};
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
function viewerRequest({ method, target, headers }: TargetRequest): object {
	const [uri = "", ...rest] = target.split("?");
	const query = rest.length === 0 ? undefined : rest.join("?");
	const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { value }]);
	return {
		version: "1.0",
		context: { eventType: "viewer-request" },
		viewer: { ip: "198.51.100.11" },
		request: {
			method,
			uri,
			querystring: {},
			headers: Object.fromEntries(fields),
			cookies: {},
			// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/general-helper-methods.html
			rawQueryString: () => query,
		},
	};
}

/** A bucket has keys and no folders: a path is a key, decoded, or it is nothing. */
function readOrigin({ tree, distribution }: Files, uri: string): Answer {
	const found = readKey(tree, uri);
	if (found !== undefined) return answerOf(200, uri, found);
	const [missing] = distribution.CustomErrorResponses.Items;
	const path = missing?.ResponsePagePath ?? "";
	return answerOf(Number(missing?.ResponseCode), path, readKey(tree, path) ?? "");
}

function readKey(tree: string, uri: string): string | undefined {
	const key = decode(uri.slice(1));
	const isKey = !key.split("/").some((part) => part === "" || part === "." || part === "..");
	const file = join(tree, key);
	return isKey && !key.includes("\0") && existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return "";
	}
}

function answerOf(status: number, path: string, body: string): Answer {
	const type = path.endsWith(".json") ? "application/json" : "text/html";
	return { status, headers: new Headers({ "Content-Type": type }), body };
}

function addPolicy(policy: Files["policy"], sent: TargetRequest, headers: Headers): void {
	const { CorsConfig: cors, CustomHeadersConfig: custom } = policy;
	headers.set("X-Content-Type-Options", "nosniff");
	for (const { Header, Value, Override } of custom.Items) {
		if (Override || !headers.has(Header)) headers.set(Header, Value);
	}
	// Only to requests that name an origin.
	if (sent.headers.Origin === undefined) return;
	headers.set("Access-Control-Allow-Origin", cors.AccessControlAllowOrigins.Items.join(", "));
	headers.set("Access-Control-Expose-Headers", cors.AccessControlExposeHeaders.Items.join(", "));
}
