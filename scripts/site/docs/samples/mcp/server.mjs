/** Lets agents find clips: a server of the Model Context Protocol over standard input and output. */
const SITE = (process.env.INSTANTS_SITE ?? "http://localhost:3000").replace(/\/$/, "");
const API = `${SITE}/api/v1/instants/`;

/** Revisions of the protocol in which everything here is the same, the newest first. */
const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2024-11-05"];

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const UNSUPPORTED_VERSION = -32022;

/** Where requests of revisions without a handshake name their revision. */
const REVISION = "io.modelcontextprotocol/protocolVersion";

class ProtocolError extends Error {
	/**
	 * @param {number} code
	 * @param {string} message
	 * @param {object} [data]
	 */
	constructor(code, message, data) {
		super(message);
		this.code = code;
		this.data = data;
	}
}

/** @param {string} path after that of the API */
async function read(path) {
	const response = await fetch(API + path);
	const text = await response.text();
	if (!response.ok)
		throw new Error(`${API}${path} answers ${response.status}: ${text.slice(0, 200)}`);
	return JSON.parse(text);
}

/** @typedef {{ description: string, properties: Record<string, { type: "string" | "integer", description: string }>, required: string[], run: (args: any) => Promise<object> }} Tool */

/** @type {Record<string, Tool>} */
const TOOLS = {
	search_clips: {
		description:
			"Finds sound clips by the words of their names, the best match first. A page has ten; count is the number of all.",
		properties: {
			name: { type: "string", description: "Words of the name, or beginnings of words" },
			page: { type: "integer", description: "The page, from 1, which is the default" },
		},
		required: ["name"],
		run: ({ name, page = 1 }) => read(`?${new URLSearchParams({ name, page })}`),
	},
	get_clip: {
		description: "Reads the sound clip with this slug. Its sound is the URL of an audio file.",
		properties: { slug: { type: "string", description: "The slug, as search_clips gives it" } },
		required: ["slug"],
		run: ({ slug }) => {
			if (!/^[a-z0-9_-]+$/.test(slug)) throw new Error(`“${slug}” is not a slug.`);
			return read(`${slug}/`);
		},
	},
	random_clip: {
		description: "Takes any sound clip.",
		properties: {},
		required: [],
		async run() {
			const { count } = await read("");
			const at = Math.floor(Math.random() * count);
			const { results } = await read(`?page=${Math.floor(at / 10) + 1}`);
			if (results.length === 0) throw new Error("There are no clips.");
			return results[at % results.length];
		},
	},
};

/**
 * @param {Tool} tool
 * @param {Record<string, unknown>} args
 */
function problemsOf({ properties, required }, args) {
	const missing = required.filter((name) => args[name] === undefined);
	const wrong = Object.entries(args).flatMap(([name, value]) => {
		if (!Object.hasOwn(properties, name)) return [`“${name}” is unknown; leave it out.`];
		const type = properties[name]?.type;
		const fits = type === "integer" ? Number.isInteger(value) : typeof value === type;
		return fits ? [] : [`“${name}” is ${JSON.stringify(value)}; give it as ${type}.`];
	});
	return [...missing.map((name) => `“${name}” is missing.`), ...wrong];
}

/** @param {string} text */
function toolError(text) {
	return { content: [{ type: "text", text }], isError: true };
}

/** @param {any} params */
async function callTool(params) {
	const { name, arguments: args = {} } = params ?? {};
	const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
	if (!tool) throw new ProtocolError(INVALID_PARAMS, `Unknown tool: ${name}`);
	if (typeof args !== "object" || args === null || Array.isArray(args)) {
		throw new ProtocolError(INVALID_PARAMS, "arguments must be an object");
	}
	// Agents see errors of tools and can try again, but not those of the protocol.
	const problems = problemsOf(tool, args);
	if (problems.length > 0) return toolError(problems.join(" "));
	try {
		const found = await tool.run(args);
		return { content: [{ type: "text", text: JSON.stringify(found) }], structuredContent: found };
	} catch (error) {
		const { message, cause } = /** @type {Error} */ (error);
		return toolError(cause ? `${SITE} does not answer: ${cause}` : message);
	}
}

/** @type {Record<string, (params: any) => object | Promise<object>>} */
const METHODS = {
	initialize: (params) => {
		const asked = params?.protocolVersion;
		return {
			protocolVersion: PROTOCOL_VERSIONS.includes(asked) ? asked : PROTOCOL_VERSIONS[0],
			capabilities: { tools: {} },
			serverInfo: { name: "instants", version: "1.0.0" },
		};
	},
	ping: () => ({}),
	"tools/list": () => ({
		tools: Object.entries(TOOLS).map(([name, { description, properties, required }]) => ({
			name,
			description,
			inputSchema: { type: "object", properties, required, additionalProperties: false },
		})),
	}),
	"tools/call": callTool,
};

/** @param {object} message */
function send(message) {
	process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** @param {string} line */
function parsed(line) {
	try {
		return JSON.parse(line);
	} catch {
		throw new ProtocolError(PARSE_ERROR, "The line is not JSON");
	}
}

/** @param {string} line */
async function receive(line) {
	/** @type {string | number | undefined} */
	let id;
	try {
		const message = parsed(line);
		if (["string", "number"].includes(typeof message?.id)) id = message.id;
		if (message?.jsonrpc !== "2.0" || typeof message.method !== "string") {
			throw new ProtocolError(INVALID_REQUEST, "The line is no request of JSON-RPC 2.0");
		}
		// A notification has no answer.
		if (id === undefined) return;
		const requested = message.params?._meta?.[REVISION];
		if (requested !== undefined && !PROTOCOL_VERSIONS.includes(requested)) {
			const data = { supported: PROTOCOL_VERSIONS, requested };
			throw new ProtocolError(UNSUPPORTED_VERSION, `Unsupported revision: ${requested}`, data);
		}
		const method = Object.hasOwn(METHODS, message.method) ? METHODS[message.method] : undefined;
		if (!method) throw new ProtocolError(METHOD_NOT_FOUND, `Unknown method: ${message.method}`);
		send({ id, result: await method(message.params) });
	} catch (error) {
		if (!(error instanceof ProtocolError)) throw error;
		send({ id, error: { code: error.code, message: error.message, data: error.data } });
	}
}

let rest = "";
// Not readline, which also ends lines at U+2028: JSON may contain it.
process.stdin.setEncoding("utf8").on("data", (text) => {
	const lines = (rest + text).split("\n");
	rest = lines.pop() ?? "";
	for (const line of lines) if (line.trim() !== "") receive(line);
});
