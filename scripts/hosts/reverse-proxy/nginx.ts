/** nginx in front of the server file, with a cache. https://nginx.org/en/docs/http/ngx_http_proxy_module.html */
import { CONTENT_TYPES } from "../content-types.ts";
import { STATIC_HEADERS } from "../headers.ts";
import { reverseProxy, UNAVAILABLE_HEADERS } from "./backend.ts";

const quoted = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

const variable = (header: string): string =>
	`$instants_${header.toLowerCase().replaceAll("-", "_")}`;

/** Sets a header by the path of the file; nginx does not send empty headers. */
function headerMap(header: string): string {
	const lines = STATIC_HEADERS.flatMap(({ path, headers }) => {
		const value = headers[header];
		if (value === undefined) return [];
		const key = path.endsWith("*") ? `'~^${path.slice(0, -1)}'` : path;
		return [`\t${key} "${value}";`];
	});
	return [`map $uri ${variable(header)} {`, ...lines, "}"].join("\n");
}

/** Without `always`, nginx leaves headers out of error responses. https://nginx.org/en/docs/http/ngx_http_headers_module.html#add_header */
const addHeader = (name: string, value: string): string => `add_header ${name} ${value} always;`;

const FILE_HEADERS = [...new Set(STATIC_HEADERS.flatMap(({ headers }) => Object.keys(headers)))];

const TYPES = Object.entries(CONTENT_TYPES).map(([extension, type]) => `${type} ${extension};`);

export const NGINX = reverseProxy({
	name: "nginx",
	title: "nginx",
	answers: "`server.cjs` on Node, with a cache in front",
	tested: "nginx 1.22",
	cannot: "a 405 in JSON for TRACE, and for bodies over 1 MB",
	config: "nginx.conf",
	values: {
		types: TYPES.join("\n\t\t"),
		header_maps: FILE_HEADERS.map(headerMap).join("\n\n"),
		headers: FILE_HEADERS.map((name) => addHeader(name, variable(name))).join("\n\t"),
		unavailable_headers: UNAVAILABLE_HEADERS.filter(([name]) => name !== "Content-Type")
			.map(([name, value]) => addHeader(name, quoted(value)))
			.join("\n\t\t"),
	},
	install:
		"cp /srv/instants/nginx.conf /etc/nginx/conf.d/instants.conf && nginx -t && systemctl reload nginx",
});
