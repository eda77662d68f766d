/** nginx in front of the server file, with a cache. https://nginx.org/en/docs/http/ngx_http_proxy_module.html */
import { UNAVAILABLE_BODY } from "../../contract/answers.ts";
import { CONTENT_TYPES } from "../content-types.ts";
import { STATIC_HEADERS } from "../headers.ts";
import { API_TARGET, MAX_REQUEST_LINE, reverseProxy, UNAVAILABLE_HEADERS } from "./backend.ts";
import { BACKEND, HOME, TREE } from "./layout.ts";

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

const FILE_HEADERS = [...new Set(STATIC_HEADERS.flatMap(({ headers }) => Object.keys(headers)))];

/** Without `always`, nginx leaves headers out of error responses. https://nginx.org/en/docs/http/ngx_http_headers_module.html#add_header */
function addHeaders(headers: readonly (readonly [string, string])[]): string {
	return headers.map(([name, value]) => `add_header ${name} ${value} always;`).join("\n\t\t");
}

function config(baseUrl: string): string {
	const { hostname } = new URL(baseUrl);
	return `# Written by the build, for /etc/nginx/conf.d/. For HTTPS: certbot --nginx
proxy_cache_path /var/cache/instants keys_zone=instants:4m max_size=256m inactive=10m use_temp_path=off;

${FILE_HEADERS.map(headerMap).join("\n\n")}

# Of the encodings, only what the server file has, so that the cache holds few versions of an answer.
map $http_accept_encoding $instants_encoding {
	'~^[^;]*\\bbr\\b(?!\\s*;)' br;
	'~^[^;]*\\bgzip\\b(?!\\s*;)' gzip;
}

server {
	listen 80;
	listen [::]:80;
	server_name ${hostname};
	root ${TREE};
	index index.html;
	absolute_redirect off;
	server_tokens off;
	large_client_header_buffers 4 ${MAX_REQUEST_LINE / 1024}k;
	gzip_static on;
	gzip_vary on;
	charset utf-8;
	charset_types text/css text/javascript text/plain;
	types {
		${Object.entries(CONTENT_TYPES)
			.map(([extension, type]) => `${type} ${extension};`)
			.join("\n\t\t")}
	}
	error_page 404 /404.html;
	${FILE_HEADERS.map((name) => `add_header ${name} ${variable(name)} always;`).join("\n\t")}

	location ~ /[.] {
		return 404;
	}

	# Match the raw target: nginx decodes %2F and resolves .. before it chooses a location.
	location / {
		if ($request_uri ~ '${API_TARGET}') {
			rewrite ^ /api/ last;
		}
	}

	# Cached answers belong to one build: the ETag of the pointer, checked on every request, is part of the key.
	location = /instants-pointer {
		internal;
		alias ${TREE}/latest.json;
	}

	location = /api {
		rewrite ^ /api/ last;
	}

	location ^~ /api/ {
		auth_request /instants-pointer;
		auth_request_set $instants_pointer $sent_http_etag;
		proxy_cache instants;
		proxy_cache_key "$instants_pointer $instants_encoding $request_uri";
		proxy_ignore_headers Vary;
		proxy_cache_lock on;
		proxy_pass http://${BACKEND}$request_uri;
		proxy_set_header Host $http_host;
		proxy_pass_request_body off;
		proxy_set_header Content-Length '';
		proxy_set_header Accept-Encoding $instants_encoding;
		proxy_buffer_size 16k;
		proxy_buffers 8 16k;
		error_page 500 502 504 =503 @unavailable;
	}

	location @unavailable {
		default_type application/json;
		${addHeaders(
			UNAVAILABLE_HEADERS.filter(([name]) => name !== "Content-Type").map(
				([name, value]) => [name, quoted(value)] as const,
			),
		)}
		return 503 ${quoted(UNAVAILABLE_BODY)};
	}
}
`;
}

export const NGINX = reverseProxy({
	name: "nginx",
	title: "nginx",
	answers: "`server.cjs` on Node, with a cache in front",
	tested: "nginx 1.22",
	cannot: "a 405 in JSON for TRACE, and for bodies over 1 MB",
	config: (baseUrl) => ({ path: "nginx.conf", text: config(baseUrl) }),
	install: [
		`cp ${HOME}/nginx.conf /etc/nginx/conf.d/instants.conf && nginx -t && systemctl reload nginx`,
	],
});
