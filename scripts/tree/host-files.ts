/**
 * Files in a tree that tell a host how to serve it. Hosts keep most of them to themselves, and they
 * mean nothing elsewhere, so a copy of the tree without them is whole.
 */
export const HOST_FILES: ReadonlySet<string> = new Set([
	"_headers",
	"_worker.js",
	"_routes.json",
	".assetsignore",
	".nojekyll",
	"CNAME",
	"middleware.js",
	"vercel.json",
]);

/** Whether a host may keep this file of a tree to itself. */
export function isHostFile(path: string): boolean {
	return HOST_FILES.has(path);
}
