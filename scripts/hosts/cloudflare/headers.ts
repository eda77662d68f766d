/** The headers of published files in Cloudflare's format. https://developers.cloudflare.com/workers/static-assets/headers/ */
import { STATIC_HEADERS } from "../headers.ts";

/** The text of `_headers`. */
export function headersFile(): string {
	const rules = STATIC_HEADERS.map(({ path, headers }) => {
		const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
		return [path, ...lines].join("\n");
	});
	return `${rules.join("\n\n")}\n`;
}
