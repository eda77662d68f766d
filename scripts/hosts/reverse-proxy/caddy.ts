/** Caddy in front of the server file. https://caddyserver.com/docs/caddyfile/directives/reverse_proxy */
import { CONTENT_TYPES, withCharset } from "../content-types.ts";
import { STATIC_HEADERS } from "../headers.ts";
import { reverseProxy, UNAVAILABLE_HEADERS } from "./backend.ts";

const quoted = (text: string): string => `\`${text}\``;

const TYPES = Object.entries(CONTENT_TYPES).map(
	([extension, type]) => `~[.]${extension}$ ${quoted(withCharset(type))}`,
);

const FILE_HEADERS = STATIC_HEADERS.flatMap(({ path, headers }) =>
	Object.entries(headers).map(([name, value]) => `header ${path} ${name} ${quoted(value)}`),
);

export const CADDY = reverseProxy({
	name: "caddy",
	title: "Caddy",
	answers: "`server.cjs` on Node",
	tested: "Caddy 2.6",
	config: "Caddyfile",
	values: {
		types: TYPES.join("\n\t\t\t"),
		headers: FILE_HEADERS.join("\n\t\t"),
		unavailable_headers: UNAVAILABLE_HEADERS.map(
			([name, value]) => `header ${name} ${quoted(value)}`,
		).join("\n\t\t\t"),
	},
	install: "cp /srv/instants/Caddyfile /etc/caddy/Caddyfile && systemctl reload caddy",
});
