/**
 * The entry point of `server.cjs`: `node server.cjs [FOLDER or URL]`, and the same with Bun and Deno.
 * PORT and INSTANTS_HOST set where it listens. The build prepends a line that sets INSTANTS_ROOT, the
 * default folder.
 */
import { startTreeServer } from "./tree-server.ts";

const { INSTANTS_ROOT = "dist", PORT = "8000", INSTANTS_HOST: host } = process.env;
const [, , folder = INSTANTS_ROOT] = process.argv;

/** Prints the reason and exits. */
function fail(message: string, code: number): never {
	console.error(`instants: ${message}`);
	process.exit(code);
}

if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
	fail(`PORT ${PORT}: must be a whole number from 0 to 65535`, 2);
}
startTreeServer(
	folder.replace(/\/$/, ""),
	Number(PORT),
	{ folder: "FOLDER", port: "PORT" },
	{ host },
).then(
	({ origin }) => console.log(`Serving ${folder} at ${origin}`),
	(error: Error) => fail(error.message, 1),
);
