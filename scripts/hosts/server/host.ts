/** Your own server: one file for Node, Deno or Bun, and a systemd unit that runs it. */
import { bundle } from "../../bundling/bundle.ts";
import { fillTemplate } from "../../bundling/template.ts";
import type { TextFile } from "../../tree/manifest.ts";
import type { Host } from "../host.ts";

const UNIT = new URL("instants.service", import.meta.url);
const DEPLOY = new URL("deploy.sh", import.meta.url);

/** @param tree the default path of the tree, relative to the server file */
export function serverFile(tree: string): TextFile {
	const text = bundle(new URL("main.ts", import.meta.url), {
		// The bundled libraries are CommonJS, and all three runtimes support it.
		format: "cjs",
		platform: "node",
	});
	const root = `process.env.INSTANTS_ROOT ??= require("node:path").join(__dirname, ${JSON.stringify(tree)});`;
	return { path: "server.cjs", text: `${root}\n${text}` };
}

export const SERVER: Host = {
	name: "server",
	title: "Your own server",
	runsCode: true,
	limits: [],
	files: ({ tree }) => ({
		tree: [],
		beside: [serverFile(tree), { path: "instants.service", text: fillTemplate(UNIT, {}) }],
	}),
	/**
	 * The pointer is uploaded last, right after its signature, and the previous build's files stay until then, so
	 * that the API answers throughout, and mirrors find a matching signature. A build's umask may hide its files
	 * from the service, hence `--chmod`.
	 */
	deploy: (tree, beside) => fillTemplate(DEPLOY, { tree, beside }).trimEnd(),
};
