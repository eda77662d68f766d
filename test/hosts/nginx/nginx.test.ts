/** The contract, answered by nginx from the configuration that a build writes, where it is installed. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NGINX as HOST, nginxConfig } from "../../../scripts/hosts/nginx/config.ts";
import { SMALL_TREE } from "../rule-sites.ts";
import { describeRuleHost } from "../rules.ts";
import { startServer } from "../server.ts";
import { NGINX } from "../tools.ts";

/** One process, so that it may read a tree that only its owner may. */
const FOREGROUND = "daemon off; master_process off;";

describeRuleHost({
	host: HOST,
	engine: NGINX,
	start: (binary, { beside }, port) => {
		const config = join(beside, "nginx.conf");
		writeFileSync(config, readFileSync(config, "utf8").replace("8080", `127.0.0.1:${port}`));
		const args = ["-p", `${beside}/`, "-c", "nginx.conf", "-e", "stderr", "-g", FOREGROUND];
		return startServer(binary, args, port);
	},
});

test("the configuration of a small tree", () => {
	expect(nginxConfig(SMALL_TREE, "../../dist")).toMatchInlineSnapshot(`
		"# Written by the build. Another root or port: change \`root\` and \`listen\`.
		pid nginx.pid;
		error_log stderr;
		events {}
		http {
			access_log off;
			client_body_temp_path temp_client_body;
			proxy_temp_path temp_proxy;
			fastcgi_temp_path temp_fastcgi;
			uwsgi_temp_path temp_uwsgi;
			scgi_temp_path temp_scgi;
			map_hash_max_size 2048;
			map_hash_bucket_size 1024;
			map $request_uri $instants_api {
				'~^(?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]|$)' 1;
			}
			map $request_uri $instants_endpoint {
				'~^(?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)/(?:v|%76)(?:1|%31)/(?:i|%69)(?:n|%6[eE])(?:s|%73)(?:t|%74)(?:a|%61)(?:n|%6[eE])(?:t|%74)(?:s|%73)/?(?:[?]|$)' 1;
			}
			map "$request_method $http_access_control_request_method" $instants_preflight {
				'~^OPTIONS .' 1;
			}
			map $args $instants_format {
				'~^(?:.*&)?(?:f|%66)(?:o|%6[fF])(?:r|%72)(?:m|%6[dD])(?:a|%61)(?:t|%74)(?:=([^&]*))?(?:&.*)?$' =$1;
			}
			map $instants_format $instants_folder {
				'' /v1/instants;
				'~^=json$' /v1/instants/format/json;
				'~^=api$' /v1/instants/format/api;
				'~^=$' /v1/instants/format/_;
			}
			map $args $instants_name {
				'~^(?:.*&)?(?:n|%6[eE])(?:a|%61)(?:m|%6[dD])(?:e|%65)(?:=([^&]*))?(?:&.*)?$' $1;
			}
			map $instants_name $instants_trimmed {
				'~^(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,9}(.{1,400}?)(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,9}$' $1;
			}
			map "=$instants_trimmed" $instants_word {
				'=boom' name/w-boom;
				'=cafe' name/w-cafe;
				'=café' name/w-cafe;
				'=caf%c3%a9' name/w-cafe;
				'=café' name/w-cafe;
				'=cafe%cc%81' name/w-cafe;
				'=cafÉ' name/w-cafe;
				'=caf%c3%89' name/w-cafe;
				'=日本' name/w-_e6_97_a5_e6_9c_ac;
				'=%e6%97%a5%e6%9c%ac' name/w-_e6_97_a5_e6_9c_ac;
				'=!' name/w-_21;
				'=%21' name/w-_21;
			}
			map $instants_name $instants_result {
				'' page;
				'~^(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,99}$' page;
				default $instants_word;
			}
			map $instants_result $instants_last {
				default 1;
				page 4;
				name/w-boom 3;
			}
			map $args $instants_page {
				'~^(?:.*&)?(?:p|%70)(?:a|%61)(?:g|%67)(?:e|%65)(?:=([^&]*))?(?:&.*)?$' $1;
			}
			map $instants_page $instants_number {
				'' 1;
				'~^last$' $instants_last;
				'~^(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,99}(?:%2[bB])?0*([1-9][0-9]{0,8})(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,99}$' $1;
			}
			map $status $instants_cache {
				default 'no-store';
				'~^[23]' 'public, max-age=60';
			}
			map $instants_preflight $instants_preflight_0 {
				1 'GET, HEAD, OPTIONS';
			}
			map $instants_preflight $instants_preflight_1 {
				1 '*';
			}
			map $instants_preflight $instants_preflight_2 {
				1 '86400';
			}
			server {
				listen 8080;
				client_max_body_size 0;
				root '../../dist';
				index index.html;
				autoindex off;
				absolute_redirect off;
				server_tokens off;
				charset utf-8;
				charset_types text/css text/javascript text/plain;
				types {
					text/css css;
					image/gif gif;
					application/gzip gz;
					text/html html;
					image/x-icon ico;
					image/jpeg jpg;
					image/jpeg jpeg;
					text/javascript js;
					application/json json;
					audio/mpeg mp3;
					application/x-ndjson ndjson;
					image/png png;
					image/svg+xml svg;
					text/plain txt;
					application/manifest+json webmanifest;
					image/webp webp;
					application/xml xml;
				}
				error_page 404 /404.html;
				# The path as it was sent decides: nginx decodes %2F and resolves .. before it looks for a location.
				# A # is no part of a URL as it is sent, and would end the query before its end.
				if ($request_uri ~ "#") {
					return 400;
				}
				if ($instants_api) {
					rewrite ^ /api;
				}
				location = /api {
					default_type application/json;
					add_header Allow 'GET, HEAD, OPTIONS' always;
					add_header Vary 'Accept' always;
					add_header X-Content-Type-Options 'nosniff' always;
					add_header Access-Control-Allow-Origin '*' always;
					add_header Access-Control-Expose-Headers 'ETag, Link' always;
					add_header Link '</openapi.json>; rel="service-desc"; type="application/json"' always;
					add_header Cache-Control $instants_cache always;
					add_header Access-Control-Allow-Methods $instants_preflight_0 always;
					add_header Access-Control-Allow-Headers $instants_preflight_1 always;
					add_header Access-Control-Max-Age $instants_preflight_2 always;
					if ($instants_preflight) {
						return 204;
					}
					if ($instants_endpoint = "") {
						return 404 '{"detail":"Not found."}';
					}
					if ($instants_folder = "") {
						return 404 '{"detail":"Not found."}';
					}
					if ($request_method = OPTIONS) {
						return 200 '{"name":"Instant List","description":"","renders":["application/json"],"parses":[]}';
					}
					if ($request_method !~ "^(GET|HEAD)$") {
						return 405 '{"detail":"Method \\\\"$request_method\\\\" not allowed."}';
					}
					if ($instants_name ~ '%00') {
						return 400 '{"name":["Null characters are not allowed."]}';
					}
					if ($instants_result = "") {
						return 404 '{"detail":"This server answers only single words of the catalogue: search the index instead.","index":"https://example.test/v1/instants/search/index.json"}';
					}
					if ($instants_number = "") {
						return 404 '{"detail":"Invalid page."}';
					}
					try_files $instants_folder/$instants_result/$instants_number.json @no_such_page;
				}
				location @no_such_page {
					default_type application/json;
					add_header Allow 'GET, HEAD, OPTIONS' always;
					add_header Vary 'Accept' always;
					add_header X-Content-Type-Options 'nosniff' always;
					add_header Access-Control-Allow-Origin '*' always;
					add_header Access-Control-Expose-Headers 'ETag, Link' always;
					add_header Link '</openapi.json>; rel="service-desc"; type="application/json"' always;
					add_header Cache-Control $instants_cache always;
					add_header Access-Control-Allow-Methods $instants_preflight_0 always;
					add_header Access-Control-Allow-Headers $instants_preflight_1 always;
					add_header Access-Control-Max-Age $instants_preflight_2 always;
					return 404 '{"detail":"Invalid page."}';
				}
				location = / {
					add_header Cache-Control 'public, max-age=0, must-revalidate' always;
					error_page 404 /404.html;
					try_files $uri \${uri}index.html =404;
				}
				location = /index.html {
					add_header Cache-Control 'public, max-age=0, must-revalidate' always;
					error_page 404 /404.html;
					try_files $uri \${uri}index.html =404;
				}
				location ^~ /docs/ {
					add_header Cache-Control 'public, max-age=0, must-revalidate' always;
					error_page 404 /404.html;
					try_files $uri \${uri}index.html =404;
				}
				location = /service-worker.js {
					add_header Cache-Control 'public, max-age=0, must-revalidate' always;
					error_page 404 /404.html;
					try_files $uri \${uri}index.html =404;
				}
				location ^~ /v1/ {
					add_header Access-Control-Allow-Origin '*' always;
					add_header X-Content-Type-Options 'nosniff' always;
					add_header Cache-Control 'public, max-age=0, must-revalidate' always;
					error_page 404 /v1/instants/errors/not-found.json;
					try_files $uri \${uri}index.html =404;
				}
				location ^~ /media/ {
					add_header Access-Control-Allow-Origin '*' always;
					add_header X-Content-Type-Options 'nosniff' always;
					add_header Content-Security-Policy "default-src 'none'; style-src 'unsafe-inline'; sandbox" always;
					error_page 404 /404.html;
					try_files $uri \${uri}index.html =404;
				}
				location ^~ /assets/ {
					add_header Cache-Control 'public, max-age=31536000, immutable' always;
					add_header X-Content-Type-Options 'nosniff' always;
					error_page 404 /404.html;
					try_files $uri \${uri}index.html =404;
				}
				location = /manifest.json {
					add_header Access-Control-Allow-Origin '*' always;
					add_header X-Content-Type-Options 'nosniff' always;
					add_header Cache-Control 'public, max-age=0, must-revalidate' always;
					error_page 404 /404.html;
					try_files $uri \${uri}index.html =404;
				}
				location = /latest.json {
					add_header Access-Control-Allow-Origin '*' always;
					add_header X-Content-Type-Options 'nosniff' always;
					add_header Cache-Control 'public, max-age=0, must-revalidate' always;
					error_page 404 /404.html;
					try_files $uri \${uri}index.html =404;
				}
				location = /openapi.json {
					add_header Access-Control-Allow-Origin '*' always;
					add_header X-Content-Type-Options 'nosniff' always;
					add_header Cache-Control 'public, max-age=0, must-revalidate' always;
					error_page 404 /404.html;
					try_files $uri \${uri}index.html =404;
				}
				location ~ /[.] {
					return 404;
				}
				location / {
					try_files $uri $uri/ =404;
				}
			}
		}
		"
	`);
});
