/**
 * What nginx, Caddy and Apache have in common: they serve the files of the tree themselves and proxy
 * `/api/` to the server file on the same machine.
 */
import { unavailable } from "../../contract/answers.ts";
import { POINTER_PATH } from "../../tree/paths.ts";
import type { Host, HostFile } from "../host.ts";
import { serverFile } from "../server/server-file.ts";
import { HOME, TREE } from "./layout.ts";
import { SERVICE } from "./service.ts";

/**
 * Matches raw request targets that belong to the API. Servers decode `%2F` and resolve `..` before
 * they route a path, but `/api/%2e%2e/latest.json` must not be served as a file.
 */
export const API_TARGET = "^(?:https?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]|$)";

/** Headers of the 503 for `/api/` while the server file is not running. */
export const UNAVAILABLE_HEADERS = Object.entries(unavailable().headers);

/** In bytes; long enough for every query in the contract. */
export const MAX_REQUEST_LINE = 65_536;

/** What differs between the three servers. */
interface ReverseProxy extends Pick<Host, "name" | "title" | "tested" | "cannot"> {
	readonly answers: string;
	config(baseUrl: string): HostFile;
	/** Commands to run on the server as root to activate the configuration. */
	readonly install: readonly string[];
}

/**
 * Copies everything to the server. The pointer follows the files it points to, and the files of the
 * previous build stay until then, so the API answers throughout.
 */
function upload(tree: string, beside: string): string {
	const target = `root@SERVER:${TREE}/`;
	return [
		`rsync -a ${beside}/ root@SERVER:${HOME}/`,
		`rsync -a --exclude ${POINTER_PATH} ${tree}/ ${target}`,
		`rsync -a ${tree}${POINTER_PATH} ${target}`,
		`rsync -a --delete-after ${tree}/ ${target}`,
	].join(" &&\n");
}

export function reverseProxy({ config, install, ...host }: ReverseProxy): Host {
	return {
		...host,
		limits: [],
		files: ({ baseUrl }) => ({
			tree: [],
			beside: [config(baseUrl), serverFile("dist"), { path: "instants.service", text: SERVICE }],
		}),
		deploy: (tree, beside) =>
			[
				"# with every build:",
				upload(tree, beside),
				"# once, on the server:",
				`cp ${HOME}/instants.service /etc/systemd/system/ && systemctl enable --now instants`,
				...install,
			].join("\n"),
	};
}
