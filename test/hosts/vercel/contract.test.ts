/** The contract, answered by the middleware on Vercel's edge runtime, with files behind it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { STATIC_HEADERS } from "../../../scripts/hosts/headers.ts";
import { VERCEL as VERCEL_HOST } from "../../../scripts/hosts/vercel/host.ts";
import { ALL_SLUGS } from "../../contract/catalogue.ts";
import { testServer } from "../../contract/over-http.ts";
import { type Answer, describeContract, type TargetRequest } from "../../contract/target.ts";
import { contractTree, testTraversal } from "../contract-tree.ts";
import { freePort, serve } from "../server.ts";
import { requireFrom, skipping, VERCEL } from "../tools.ts";

interface EdgeRuntime {
	evaluate<T>(code: string): T;
	dispatchFetch(url: string, init: RequestInit): Promise<Response>;
}

type RuntimeModule = { EdgeRuntime: new (options: { initialCode: string }) => EdgeRuntime };

/** Vercel finds this in the source, without running the code. */
const CONFIG = /^export const config = (\{.*\});$/m;

/** The bundle as a script, since the runtime has no modules. Requests that it passes on go to the files. */
function asScript(module: string): string {
	const code = module.replace(CONFIG, "");
	const exported = /export\s*\{([^}]*)\};?\s*$/.exec(code);
	const handler = /([\w$]+) as default/.exec(exported?.[1] ?? "")?.[1];
	if (handler === undefined) throw new Error("the middleware has no default export");
	const body = code.slice(0, exported?.index);
	return `${body}
addEventListener("fetch", (event) =>
	event.respondWith((async () => (await ${handler}(event.request)) ?? fetch(event.request.url))()));`;
}

const { skip, title } = skipping(VERCEL);
describe.skipIf(skip)(title, () => {
	let runtime: EdgeRuntime;
	let middleware: string;
	const files = testServer(async () => {
		const folder = await contractTree(VERCEL_HOST);
		const { EdgeRuntime }: RuntimeModule = requireFrom(VERCEL)("edge-runtime");
		middleware = readFileSync(join(folder, "middleware.js"), "utf8");
		runtime = new EdgeRuntime({ initialCode: asScript(middleware) });
		return serve(folder, await freePort());
	});

	async function send({ method, target, headers }: TargetRequest): Promise<Answer> {
		const response = await runtime.dispatchFetch(`${files.origin}${target}`, { method, headers });
		return {
			status: response.status,
			headers: new Headers(Object.fromEntries(response.headers)),
			body: await response.text(),
		};
	}

	test("the middleware runs only for the API and clip pages, and passes on the rest", async () => {
		const [, config = ""] = CONFIG.exec(middleware) ?? [];
		// Vercel ignored the same object with a quoted key.
		expect(config).toBe('{ matcher: ["/api","/api/:path*","/clips/:path*"] }');
		const page = await send({ method: "GET", target: "/v1/instants/page/1.json", headers: {} });
		expect(page.status).toBe(200);
		expect(JSON.parse(page.body).count).toBe(ALL_SLUGS.length);
	});

	describeContract("Vercel's middleware", () => ({ name: "vercel", send }));
	// The file server of this test answers NUL with 500.
	testTraversal(send, { alsoAllowed: [200, 500] });
});

test("vercel.json lets nobody cache files for ever: Vercel would allow that for missing ones too", () => {
	const files = VERCEL_HOST.files({ baseUrl: "https://h.test", tree: "" }).tree;
	const text = files.find(({ path }) => path === "vercel.json")?.text ?? "";
	const { headers, ...config } = JSON.parse(text);
	expect(config).toMatchObject({ framework: null, buildCommand: null, outputDirectory: "." });
	expect(headers).toHaveLength(STATIC_HEADERS.length);
	expect(text).not.toMatch(/immutable|max-age=[1-9]/);
});
