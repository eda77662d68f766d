/** A server of your own: one file that Node, Deno and Bun run. */
import type { Host } from "../host.ts";
import { serverFile } from "./server-file.ts";

const RUNTIMES = ["node", "bun", "deno run --allow-net --allow-read --allow-env"];

export const SERVER: Host = {
	name: "server",
	title: "A server of your own",
	answers: "`server.cjs`, on Node, Deno or Bun",
	tested: "Node, Deno and Bun",
	limits: [],
	files: ({ tree }) => ({ tree: [], beside: [serverFile(tree)] }),
	deploy: (tree, beside) =>
		[
			"# with Node, Bun or Deno:",
			...RUNTIMES.map((runtime) => `PORT=8000 ${runtime} ${beside}/server.cjs ${tree}`),
		].join("\n"),
};
