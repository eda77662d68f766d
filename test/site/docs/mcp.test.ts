/** The server for agents works with a client of the protocol that somebody else wrote. */
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

/** A tool's answer, as the agent reads it. */
async function called(name: string, args: Record<string, unknown> = {}) {
	const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
	const [{ text }] = content as [{ text: string }];
	if (isError) return text;
	expect(JSON.parse(text)).toEqual(structuredContent);
	return structuredContent as { name: string; count: number; results: { name: string }[] };
}

describe("a client of the protocol", () => {
	test("is told the tools, and finds, reads and draws clips with them", async () => {
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
		["search_clips", {}, "“name” is missing."],
		[
			"search_clips",
			{ name: 5, page: "1" },
			'“name” is 5; give it as string. “page” is "1"; give it as integer.',
		],
		["get_clip", { slug: "clip-0", constructor: 1 }, "“constructor” is unknown; leave it out."],
		["get_clip", { slug: ".." }, "“..” is not a slug."],
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

test("every line gets one answer, notifications none, and the end of the input ends it", async () => {
	const { child, ended } = startSample(site, "mcp/server.mjs", {
		INSTANTS_SITE: "http://localhost:9",
	});
	const lines = [
		"{",
		"[]",
		"null",
		'{"jsonrpc":"2.0","id":1,"method":"constructor"}',
		'{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"1999-01-01"}}',
		'{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}',
		'{"jsonrpc":"2.0","method":"notifications/initialized"}',
		'{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_clip","arguments":[]}}',
		'{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"random_clip"}}',
		'{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
	];
	child.stdin.end(`${lines.join("\n")}\n`);
	const { code, stdout } = await ended;
	const answers = stdout
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	const results = answers.filter((answer) => "result" in answer);
	for (const answer of answers) {
		const schema = "result" in answer ? JSONRPCResultResponseSchema : JSONRPCErrorResponseSchema;
		expect(schema.safeParse(answer).error).toBeUndefined();
	}
	const codes = answers
		.filter((answer) => "error" in answer)
		.map(({ id, error }) => [id, error.code]);
	expect(codes).toEqual([
		[undefined, -32700],
		[undefined, -32600],
		[undefined, -32600],
		[1, -32601],
		[5, -32022],
		[3, -32602],
	]);
	expect(answers.find(({ id }) => id === 5).error.data).toEqual({
		supported: ["2025-11-25", "2025-06-18", "2024-11-05"],
		requested: "2026-07-28",
	});
	expect(results.slice(0, 2).map(({ id, result }) => [id, result.protocolVersion])).toEqual([
		["a", "2025-11-25"],
		[2, "2025-06-18"],
	]);
	expect(results[2]).toMatchObject({
		id: 4,
		result: {
			isError: true,
			content: [{ text: expect.stringContaining("http://localhost:9 does not answer") }],
		},
	});
	expect([answers.length, code]).toEqual([9, 0]);
});
