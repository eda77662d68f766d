/** A server of one's own: `node server.cjs [FOLDER]`, and the same with Bun and Deno. PORT says where. */
import { createServer } from "node:http";
import { answerBadRequests } from "./bad-request.ts";
import { MAX_HEAD_BYTES, treeListener } from "./listener.ts";

const { INSTANTS_ROOT = "dist", PORT = "8000" } = process.env;
const folder = process.argv[2] ?? INSTANTS_ROOT;
const origin = `http://localhost:${PORT}`;

const listener = treeListener(folder, () => origin);
const server = createServer({ maxHeaderSize: MAX_HEAD_BYTES }, listener);
answerBadRequests(server);
server.listen(Number(PORT), () => {
	console.log(`Serving ${folder} at ${origin}`);
});
