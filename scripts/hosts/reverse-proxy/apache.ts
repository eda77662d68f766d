/** Apache in front of the server file. https://httpd.apache.org/docs/2.4/mod/mod_proxy.html */
import { isHandled } from "../../edge/route.ts";
import { UNAVAILABLE_PATH } from "../../tree/paths.ts";
import { CONTENT_TYPES, withCharset } from "../content-types.ts";
import { STATIC_HEADERS } from "../headers.ts";
import { reverseProxy, UNAVAILABLE_HEADERS } from "./backend.ts";

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

function section(pattern: string, headers: readonly (readonly [string, string])[]): string {
	const lines = headers.map(([name, value]) => `\t\tHeader always set ${name} ${quoted(value)}`);
	return [`<LocationMatch "${pattern}">`, ...lines, "\t</LocationMatch>"].join("\n");
}

// It would add those of a path that it passes on to the headers of the answer.
const FILE_SECTIONS = STATIC_HEADERS.filter(({ path }) => !isHandled(path)).map(
	({ path, headers }) =>
		section(path.endsWith("*") ? `^${path.slice(0, -1)}` : `^${path}$`, Object.entries(headers)),
);

const TYPES = Object.entries(CONTENT_TYPES).map(
	([extension, type]) => `AddType ${quoted(withCharset(type))} .${extension}`,
);

export const APACHE = reverseProxy({
	name: "apache",
	title: "Apache",
	answers: "`server.cjs` on Node",
	tested: "Apache 2.4",
	config: "apache.conf",
	values: {
		types: TYPES.join("\n\t"),
		headers: FILE_SECTIONS.join("\n\t"),
		unavailable_headers: section(`^${UNAVAILABLE_PATH}$`, UNAVAILABLE_HEADERS),
	},
	install:
		"cp /srv/instants/apache.conf /etc/apache2/sites-available/instants.conf && a2enmod allowmethods headers proxy_http rewrite && a2ensite instants && systemctl restart apache2",
});
