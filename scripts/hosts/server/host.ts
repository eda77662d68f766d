/** A server of your own: one file that Node, Deno and Bun run, and the unit that has systemd run it. */
import { fillTemplate } from "../../bundling/template.ts";
import type { Host } from "../host.ts";
import { serverFile } from "./server-file.ts";

const UNIT = new URL("instants.service", import.meta.url);
const DEPLOY = new URL("deploy.sh", import.meta.url);

export const SERVER: Host = {
	name: "server",
	title: "A server of your own",
	answers: "`server.cjs`, on Node, Deno or Bun",
	tested: "Node, Deno and Bun; behind nginx 1.22, Caddy 2.6 and Apache 2.4",
	limits: [],
	files: ({ tree }) => ({
		tree: [],
		beside: [serverFile(tree), { path: "instants.service", text: fillTemplate(UNIT, {}) }],
	}),
	/**
	 * The pointer follows the files it points to, and the files of the previous build stay until then,
	 * so the API answers throughout. A build's umask may keep its files from the service, hence `--chmod`.
	 */
	deploy: (tree, beside) => fillTemplate(DEPLOY, { tree, beside }).trimEnd(),
};
