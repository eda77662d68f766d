/** Lets agents find clips: a Model Context Protocol server over standard input and output. */
const SITE = (process.env.INSTANTS_SITE ?? "http://localhost:3000").replace(/\/$/, "");
const API = `${SITE}/api/v1/instants/`;

/** Revisions of the protocol, the newest first. Everything used here is the same in all of them. */
const REVISIONS = ["2025-11-25", "2025-06-18", "2024-11-05"];

// https://www.jsonrpc.org/specification#error_object
const PARSE_ERROR = -32700;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

/** @param {string} path relative to the API */
async function read(path) {
	const response = await fetch(API + path).catch(({ cause }) => {
		throw new Error(`${SITE} does not answer: ${cause}`);
	});
	if (!response.ok) {
		throw new Error(`${response.url} answers ${response.status}: ${await response.text()}`);
	}
	return response.json();
}

/** @typedef {{ name: string, description: string, inputSchema: { type: "object", properties: object, required: string[] }, run: (args: any) => Promise<object> }} Tool */

/** @type {Tool[]} */
const TOOLS = [
	{
		name: "search_clips",
		description:
			"Finds sound clips by the words of their names, the best match first. A page has ten; count is the number of all matches.",
		inputSchema: {
			type: "object",
			properties: {
				name: { type: "string", description: "Words of the name, or beginnings of words" },
				page: { type: "integer", description: "The page number; the default is 1" },
			},
			required: ["name"],
		},
		run: ({ name, page = 1 }) => read(`?${new URLSearchParams({ name, page })}`),
	},
	{
		name: "get_clip",
		description: "Returns the sound clip with this slug. Its sound is the URL of an audio file.",
		inputSchema: {
			type: "object",
			properties: { slug: { type: "string", description: "The slug, as search_clips returns it" } },
			required: ["slug"],
		},
		run: ({ slug }) => {
			if (!/^[a-z0-9_-]+$/.test(slug)) throw new Error(`“${slug}” is not a slug.`);
			return read(`${slug}/`);
		},
	},
	{
		name: "random_clip",
		description: "Picks a random sound clip.",
		inputSchema: { type: "object", properties: {}, required: [] },
		async run() {
			const { count } = await read("");
			const at = Math.floor(Math.random() * count);
			const { results } = await read(`?page=${Math.floor(at / 10) + 1}`);
			if (results.length === 0) throw new Error("There are no clips.");
			return results[at % results.length];
		},
	},
];

/**
 * Returns errors as results of the tool: unlike errors of the protocol, agents see them and can try again.
 * @param {Tool} tool
 * @param {any} args
 */
async function call({ inputSchema, run }, args) {
	try {
		const missing = inputSchema.required.find((name) => args[name] === undefined);
		if (missing) throw new Error(`“${missing}” is missing.`);
		const found = await run(args);
		return { content: [{ type: "text", text: JSON.stringify(found) }], structuredContent: found };
	} catch (error) {
		return { content: [{ type: "text", text: String(error) }], isError: true };
	}
}

/** @param {any} request */
async function answerTo({ method, params }) {
	if (method === "initialize") {
		const asked = params?.protocolVersion;
		const protocolVersion = REVISIONS.includes(asked) ? asked : REVISIONS[0];
		const serverInfo = { name: "instants", version: "1.0.0" };
		return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
	}
	if (method === "ping") return { result: {} };
	// JSON leaves out their functions.
	if (method === "tools/list") return { result: { tools: TOOLS } };
	if (method === "tools/call") {
		const tool = TOOLS.find(({ name }) => name === params?.name);
		if (tool) return { result: await call(tool, params.arguments ?? {}) };
		return { error: { code: INVALID_PARAMS, message: `Unknown tool: ${params?.name}` } };
	}
	return { error: { code: METHOD_NOT_FOUND, message: `Unknown method: ${method}` } };
}

/** @param {object} message */
function send(message) {
	process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** @param {string} line */
async function receive(line) {
	let request;
	try {
		request = JSON.parse(line);
	} catch {
		return send({ error: { code: PARSE_ERROR, message: "The line is not JSON" } });
	}
	// A notification has no id, and gets no answer.
	if (request?.id === undefined) return;
	send({ id: request.id, ...(await answerTo(request)) });
}

let rest = "";
// Not readline, which also ends lines at U+2028: JSON may contain it.
process.stdin.setEncoding("utf8").on("data", (text) => {
	const lines = (rest + text).split("\n");
	rest = lines.pop() ?? "";
	for (const line of lines) if (line.trim() !== "") receive(line);
});
