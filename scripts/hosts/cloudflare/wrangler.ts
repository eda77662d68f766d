/** Writes the configuration of wrangler, Cloudflare's command line. https://developers.cloudflare.com/workers/wrangler/configuration/ */

/** The version of the runtime's behaviour that the tests use. https://developers.cloudflare.com/workers/configuration/compatibility-dates/ */
const COMPATIBILITY_DATE = "2026-01-01";

export function wranglerJsonc(files: object): string {
	const config = {
		name: "instants",
		main: "worker.js",
		compatibility_date: COMPATIBILITY_DATE,
		...files,
	};
	return `// Made by the build. Change the name if you have several catalogues.\n${JSON.stringify(config, null, 2)}\n`;
}
