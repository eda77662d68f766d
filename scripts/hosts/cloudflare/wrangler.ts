/** What wrangler reads. https://developers.cloudflare.com/workers/wrangler/configuration/ */

/** The runtime that the worker was tested on. */
const COMPATIBILITY_DATE = "2026-01-01";

/** The text of `wrangler.jsonc`. @param files where the worker finds the published files */
export function wranglerJsonc(files: object): string {
	const config = {
		name: "instants",
		main: "worker.js",
		compatibility_date: COMPATIBILITY_DATE,
		...files,
	};
	return `// Made by the build. Change the name if you have several catalogues.\n${JSON.stringify(config, null, 2)}\n`;
}
