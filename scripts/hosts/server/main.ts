/** The entry point of `server.cjs`. The build prepends a line that sets INSTANTS_ROOT, the default folder. */
import { startTreeServer, stopSignal } from "./http-server.ts";

const { INSTANTS_ROOT = "dist", PORT = "8000", HOST } = process.env;
// An empty value in an environment file means that there is no value.
const host = HOST === "" ? undefined : HOST;
const [, , folder = INSTANTS_ROOT] = process.argv;

const USAGE = `Usage: node server.cjs [FOLDER or URL]

Serves a published tree and answers its API. By default, it serves
${INSTANTS_ROOT}.

Environment variables:
  PORT  the port to listen on (default: 8000; 0 picks a free port)
  HOST  the address to listen on (default: all addresses of this machine)`;

/** Prints the reason and exits. */
function fail(message: string, code: number): never {
	console.error(`instants: ${message}`);
	process.exit(code);
}

async function serve(port: number): Promise<void> {
	const stopped = stopSignal();
	const { origin, stop } = await startTreeServer(folder.replace(/\/$/, ""), { port, host });
	console.log(`Serving ${folder} at ${origin}`);
	await stopped;
	await stop();
	process.exit();
}

// The program that reads the log may exit, which is no reason for the server to stop.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

const { node } = process.versions;
if (Number.parseInt(node, 10) < 20) fail(`needs Node 20 or later; this is Node ${node}`, 1);
if (folder === "--help" || folder === "-h") {
	console.log(USAGE);
	process.exit();
}
if (/^https?:[/\\]*[^/\\]*@/i.test(folder))
	fail("the URL must not have a user name or a password", 2);
if (folder.startsWith("-")) fail(`unknown option ${folder}; --help shows the usage`, 2);
if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
	fail(`PORT ${PORT}: must be a whole number from 0 to 65535`, 2);
}
serve(Number(PORT)).catch((error: Error) => fail(error.message, 1));
