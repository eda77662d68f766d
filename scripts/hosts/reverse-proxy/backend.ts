/**
 * What nginx, Caddy and Apache have in common: they serve the files of the tree, and pass `/api/` on
 * to the server file on the same machine, so that one handler answers everywhere.
 */
import { unavailable } from "../../contract/answers.ts";
import { POINTER_PATH } from "../../tree/paths.ts";
import type { Host, HostFile } from "../host.ts";
import { serverFile } from "../server/server-file.ts";
import { HOME, TREE } from "./layout.ts";
import { SERVICE } from "./service.ts";

/**
 * A request target, as it was sent, that belongs to the API. Servers decode `%2F` and resolve `..`
 * before they choose what to do with a path, and `/api/%2e%2e/latest.json` is no file.
 */
export const API_TARGET = "^(?:https?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]|$)";

/** Headers of the 503 that is answered under `/api/` while the server file does not run. */
export const UNAVAILABLE_HEADERS = Object.entries(unavailable().headers);

/** Long enough for any name that the contract answers. */
export const MAX_REQUEST_LINE = 65_536;

/** What differs between the three. */
interface ReverseProxy extends Pick<Host, "name" | "title" | "tested" | "cannot"> {
	readonly answers: string;
	config(baseUrl: string): HostFile;
	/** Commands on the server, run as root, that put the configuration into use. */
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

/** The host, with the commands that copy everything to the server. */
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
				"# and once, on the server:",
				`cp ${HOME}/instants.service /etc/systemd/system/ && systemctl enable --now instants`,
				...install,
			].join("\n"),
	};
}
