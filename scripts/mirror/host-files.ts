/**
 * Files that tell the source's host how to serve the tree. Most hosts keep them to themselves, and
 * they mean nothing elsewhere: a mirror without them is whole.
 */
import { HOSTS } from "../hosts/index.ts";

const HOST_FILES: ReadonlySet<string> = new Set(
	HOSTS.flatMap((host) => host.files({ baseUrl: "http://h", cname: "", tree: "" }).tree)
		.map(({ path }) => path)
		.filter((path) => !path.includes("/")),
);

/** Whether a host may keep this file of a tree to itself. */
export function isHostFile(path: string): boolean {
	return HOST_FILES.has(path);
}
