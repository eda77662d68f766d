/** Caddy in front of the server file. https://caddyserver.com/docs/caddyfile/directives/reverse_proxy */
import { UNAVAILABLE_BODY } from "../../contract/answers.ts";
import { CONTENT_TYPES, withCharset } from "../content-types.ts";
import { STATIC_HEADERS } from "../headers.ts";
import { API_TARGET, reverseProxy, UNAVAILABLE_HEADERS } from "./backend.ts";
import { BACKEND, HOME, TREE } from "./layout.ts";

const quoted = (text: string): string => `\`${text}\``;

const FILE_HEADERS = STATIC_HEADERS.flatMap(({ path, headers }) =>
	Object.entries(headers).map(([name, value]) => `header ${path} ${name} ${quoted(value)}`),
);

function config(baseUrl: string): string {
	return `# Written by the build, for /etc/caddy/Caddyfile.
${new URL(baseUrl).origin} {
	root * ${TREE}
	header -Server

	# Match the raw target, because Caddy decodes paths before it matches them.
	@api vars_regexp {http.request.orig_uri} ${quoted(API_TARGET)}
	handle @api {
		reverse_proxy ${BACKEND} {
			transport http {
				# Without it, Caddy asks for gzip on its own behalf, and passes on the entity tag of that.
				compression off
			}
		}
	}

	handle {
		@hidden path */.*
		error @hidden 404
		# File systems do not allow such names, and Caddy would answer 500.
		@impossible path_regexp ${quoted("\\x00|/[^/]{256,}")}
		error @impossible 404

		@other_methods not method GET HEAD OPTIONS
		error @other_methods 405

		map {http.request.uri.path} {instants_type} {
			${Object.entries(CONTENT_TYPES)
				.map(([extension, type]) => `~[.]${extension}$ ${quoted(withCharset(type))}`)
				.join("\n\t\t\t")}
		}
		@typed {
			path_regexp [.][a-z]+$
			file {http.request.uri.path}
		}
		header @typed Content-Type {instants_type}
		${FILE_HEADERS.join("\n\t\t")}
		file_server {
			precompressed gzip
		}
	}

	handle_errors {
		handle @api {
			${UNAVAILABLE_HEADERS.map(([name, value]) => `header ${name} ${quoted(value)}`).join("\n\t\t\t")}
			respond ${quoted(UNAVAILABLE_BODY)} 503
		}
		handle {
			rewrite * /404.html
			file_server
		}
	}
}
`;
}

export const CADDY = reverseProxy({
	name: "caddy",
	title: "Caddy",
	answers: "`server.cjs` on Node",
	tested: "Caddy 2.6",
	config: (baseUrl) => ({ path: "Caddyfile", text: config(baseUrl) }),
	install: [`cp ${HOME}/Caddyfile /etc/caddy/Caddyfile && systemctl reload caddy`],
});
