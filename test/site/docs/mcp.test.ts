/** The MCP server for agents works with a third-party client. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
	JSONRPCErrorResponseSchema,
	JSONRPCResultResponseSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleFile, sampleSite, startSample } from "./ready-made.ts";

const site = sampleSite([
	"Drum Roll",
	"Drum\u2028Solo",
	...Array.from({ length: 11 }, (_, i) => `Horn ${i}`),
]);

const client = new Client({ name: "test", version: "1" });
beforeAll(() =>
	client.connect(
		new StdioClientTransport({
			command: process.execPath,
			args: [sampleFile(site, "mcp/server.mjs")],
			env: { INSTANTS_SITE: `${site.origin}/` },
		}),
	),
);
afterAll(() => client.close());

/** A tool's answer, as the agent receives it. */
async function called(name: string, args: Record<string, unknown> = {}) {
	const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
	const [{ text }] = content as [{ text: string }];
	if (isError) return text;
	expect(JSON.parse(text)).toEqual(structuredContent);
	return structuredContent as { name: string; count: number; results: { name: string }[] };
}

describe("a client of the protocol", () => {
	test("lists the tools, and finds, reads and picks clips with them", async () => {
		expect(client.getServerVersion()).toMatchObject({ name: "instants" });
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(["search_clips", "get_clip", "random_clip"]);
		await client.ping();
		for (const [tool, args, found] of [
			["search_clips", { name: "drum roll" }, { count: 1, results: [{ name: "Drum Roll" }] }],
			["search_clips", { name: "horn", page: 2 }, { count: 11, results: [{ tags: "" }] }],
			["search_clips", { name: "drum\u2028solo" }, { count: 1 }],
			["get_clip", { slug: "clip-0" }, { name: "Drum Roll" }],
			["random_clip", {}, { sound: expect.stringMatching(/\.mp3$/) }],
		] as const) {
			expect(await called(tool, args)).toMatchObject(found);
		}
	});

	test.each([
		["search_clips", {}, "Error: “name” is missing."],
		["get_clip", { slug: ".." }, "Error: “..” is not a slug."],
		["get_clip", { slug: "nothing" }, /nothing\/ answers 404: \{"detail":"Not found\."\}$/],
		["search_clips", { name: "horn", page: 9 }, /answers 404: \{"detail":"Invalid page\."\}$/],
	])("is told what is wrong with %s %j", async (name, args, message) => {
		const said = await called(name, args);
		if (typeof message === "string") expect(said).toBe(message);
		else expect(said).toMatch(message);
	});

	test("gets errors of the protocol", async () => {
		await expect(client.callTool({ name: "toString" })).rejects.toMatchObject({ code: -32602 });
		await expect(client.listPrompts()).rejects.toThrow();
	});
});

const request = (id: unknown, method: string, params: object = {}): string =>
	JSON.stringify({ jsonrpc: "2.0", id, method, params });
const failing = (code: number) => ({ error: { code } });
const versioned = (protocolVersion: string) => ({ result: { protocolVersion } });
const refusing = (text: unknown) => ({ result: { isError: true, content: [{ text }] } });
const unanswered = expect.stringContaining("http://localhost:9 does not answer");
const NO_SLUG = { name: "get_clip", arguments: [] };

/** Lines, each with the id of its answer, and parts of that answer. */
const EXCHANGES: readonly (readonly [line: string, id?: unknown, answer?: object])[] = [
	["{", undefined, failing(-32700)],
	[request(1, "constructor"), 1, failing(-32601)],
	[request(2, "initialize", { protocolVersion: "2025-06-18" }), 2, versioned("2025-06-18")],
	[request(3, "tools/call", NO_SLUG), 3, refusing("Error: “slug” is missing.")],
	[request(4, "tools/call", { name: "random_clip" }), 4, refusing(unanswered)],
	// Clients of revisions without a handshake send this first, and fall back to the handshake on any error that is not specific to those revisions.
	[request(5, "server/discover"), 5, failing(-32601)],
	[request("a", "initialize", { protocolVersion: "1999-01-01" }), "a", versioned("2025-11-25")],
	[request(undefined, "notifications/initialized")],
];

test("every line except notifications gets one answer, and the server ends with its input", async () => {
	const env = { INSTANTS_SITE: "http://localhost:9" };
	const { process: child, ended } = startSample(site, "mcp/server.mjs", env);
	child.stdin.end(EXCHANGES.map(([line]) => `${line}\n`).join(""));
	const { code, stdout } = await ended;
	const answers = stdout
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	for (const answer of answers) {
		const schema = "result" in answer ? JSONRPCResultResponseSchema : JSONRPCErrorResponseSchema;
		expect(schema.safeParse(answer).error).toBeUndefined();
	}
	// Some answers take longer, so they may be in a different order.
	const ids = EXCHANGES.map(([, id]) => id);
	answers.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
	expect(answers.map((answer) => [answer.id, answer])).toMatchObject(
		EXCHANGES.filter(([, , answer]) => answer).map(([, id, answer]) => [id, answer]),
	);
	expect(code).toBe(0);
});
