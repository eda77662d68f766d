/** Apache in front of the server file. https://httpd.apache.org/docs/2.4/mod/mod_proxy.html */
import { UNAVAILABLE_PATH } from "../../tree/paths.ts";
import { CONTENT_TYPES, withCharset } from "../content-types.ts";
import { STATIC_HEADERS } from "../headers.ts";
import { API_TARGET, MAX_REQUEST_LINE, reverseProxy, UNAVAILABLE_HEADERS } from "./backend.ts";
import { BACKEND, HOME, TREE } from "./layout.ts";

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** Sets headers for paths that match a pattern. */
function section(pattern: string, headers: readonly (readonly [string, string])[]): string {
	const lines = headers.map(([name, value]) => `\t\tHeader always set ${name} ${quoted(value)}`);
	return [`<LocationMatch "${pattern}">`, ...lines, "\t</LocationMatch>"].join("\n");
}

const FILE_SECTIONS = STATIC_HEADERS.map(({ path, headers }) =>
	section(path.endsWith("*") ? `^${path.slice(0, -1)}` : `^${path}$`, Object.entries(headers)),
);

const TYPES = Object.entries(CONTENT_TYPES).map(
	([extension, type]) => `AddType ${quoted(withCharset(type))} .${extension}`,
);

/**
 * There is no cache, because mod_cache would keep serving answers of the previous build for up to a
 * minute. Idle connections to the server file are given up (ttl) before it closes them, after 5 seconds.
 */
function config(baseUrl: string): string {
	return `# Written by the build, for /etc/apache2/sites-available/. For HTTPS: certbot --apache
<VirtualHost *:80>
	ServerName ${new URL(baseUrl).hostname}
	DocumentRoot ${TREE}
	DirectoryIndex index.html
	LimitRequestLine ${MAX_REQUEST_LINE}
	AllowEncodedSlashes NoDecode

	# Match the raw target, and pass it on unchanged.
	ProxyPassMatch "${API_TARGET.replace("/(?:a", "/((?:a").replace("(?:[/?]|$)", "(?:[/?].*)?)$")}" "http://${BACKEND}/$1" nocanon retry=0 ttl=4
	ErrorDocument 503 ${UNAVAILABLE_PATH}
	ErrorDocument 403 /404.html
	ErrorDocument 404 /404.html

	<Directory ${TREE}>
		Require all granted
		AllowOverride None
		AllowMethods GET OPTIONS
		Options FollowSymLinks
	</Directory>
	<DirectoryMatch "/[.]">
		Require all denied
	</DirectoryMatch>
	<FilesMatch "^[.]">
		Require all denied
	</FilesMatch>

	${TYPES.join("\n\t")}
	RewriteEngine On
	RewriteCond "%{HTTP:Accept-Encoding}" "\\bgzip\\b"
	RewriteCond "%{DOCUMENT_ROOT}%{REQUEST_URI}.gz" -f
	RewriteRule "^(/.*[.]ndjson)$" "$1.gz" [E=INSTANTS_GZIP:1,T=application/x-ndjson]
	Header set Content-Encoding gzip env=INSTANTS_GZIP
	Header merge Vary Accept-Encoding env=INSTANTS_GZIP

	${FILE_SECTIONS.join("\n\t")}
	${section(`^${UNAVAILABLE_PATH}$`, UNAVAILABLE_HEADERS)}
</VirtualHost>
`;
}

export const APACHE = reverseProxy({
	name: "apache",
	title: "Apache",
	answers: "`server.cjs` on Node",
	tested: "Apache 2.4",
	config: (baseUrl) => ({ path: "apache.conf", text: config(baseUrl) }),
	install: [
		`cp ${HOME}/apache.conf /etc/apache2/sites-available/instants.conf && a2enmod allowmethods headers proxy_http rewrite && a2ensite instants && systemctl restart apache2`,
	],
});
