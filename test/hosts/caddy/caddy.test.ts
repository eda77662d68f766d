/** The contract, answered by Caddy from the Caddyfile that a build writes, where it is installed. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { caddyfile, CADDY as HOST } from "../../../scripts/hosts/caddy/config.ts";
import { SMALL_TREE } from "../rule-sites.ts";
import { describeRuleHost } from "../rules.ts";
import { startServer } from "../server.ts";
import { CADDY } from "../tools.ts";

describeRuleHost({
	host: HOST,
	engine: CADDY,
	start: (binary, { tree, beside }, port) => {
		const config = ["--config", join(beside, "Caddyfile"), "--adapter", "caddyfile"];
		return startServer(binary, ["run", ...config], port, {
			INSTANTS_ROOT: tree,
			INSTANTS_ADDRESS: `:${port}`,
			XDG_CONFIG_HOME: beside,
			XDG_DATA_HOME: beside,
		});
	},
});

test("the configuration of a small tree", () => {
	expect(caddyfile(SMALL_TREE, "../../dist")).toMatchInlineSnapshot(`
		"# Written by the build. INSTANTS_ROOT is the folder of the tree, INSTANTS_ADDRESS a port or a domain.
		{
			admin off
		}
		{$INSTANTS_ADDRESS::8080} {
			root * "{$INSTANTS_ROOT:../../dist}"
			header -Server
			map {http.request.orig_uri} {instants_target} {
				\`~^(?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)/(?:v|%76)(?:1|%31)/(?:i|%69)(?:n|%6[eE])(?:s|%73)(?:t|%74)(?:a|%61)(?:n|%6[eE])(?:t|%74)(?:s|%73)/?(?:[?]|$)\` endpoint
				\`~^(?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]|$)\` api
				default none
			}
			map {http.request.uri.query} {instants_format} {
				\`~^(?:.*&)?(?:f|%66)(?:o|%6[fF])(?:r|%72)(?:m|%6[dD])(?:a|%61)(?:t|%74)(?:=([^&]*))?(?:&.*)?$\` \`=\${1}\`
				default none
			}
			map {instants_format} {instants_folder} {
				none /v1/instants
				\`=json\` /v1/instants/format/json
				\`=api\` /v1/instants/format/api
				\`=\` /v1/instants/format/_
				default none
			}
			map {http.request.uri.query} {instants_raw_name} {
				\`~^(?:.*&)?(?:n|%6[eE])(?:a|%61)(?:m|%6[dD])(?:e|%65)(?:=([^&]*))?(?:&.*)?$\` \`=\${1}\`
				default none
			}
			map {http.request.uri.query.name} {instants_trimmed} {
				\`~^[\\t-\\r\\x1c-\\x20\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}]*(.*?)[\\t-\\r\\x1c-\\x20\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}]*$\` \`=\${1}\`
				default none
			}
			map {instants_raw_name} {instants_kind} {
				none listing
				\`~^=(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,99}$\` listing
				\`~^=(?:[^%;]|%[0-9A-Fa-f]{2})*$\` search
				default none
			}
			map \`{instants_kind} {instants_trimmed}\` {instants_result} {instants_last} {
				\`~^listing \` page 4
				\`search =boom\` name/w-boom 3
				\`search =Boom\` name/w-boom 3
				\`search =BOOM\` name/w-boom 3
				\`search =cafe\` name/w-cafe 1
				\`search =Cafe\` name/w-cafe 1
				\`search =CAFE\` name/w-cafe 1
				\`search =café\` name/w-cafe 1
				\`search =café\` name/w-cafe 1
				\`search =Café\` name/w-cafe 1
				\`search =Café\` name/w-cafe 1
				\`search =CAFÉ\` name/w-cafe 1
				\`search =CAFÉ\` name/w-cafe 1
				\`search =日本\` name/w-_e6_97_a5_e6_9c_ac 1
				\`search =!\` name/w-_21 1
				default none 1
			}
			map {http.request.uri.query} {instants_page} {
				\`~^(?:.*&)?(?:p|%70)(?:a|%61)(?:g|%67)(?:e|%65)(?:=([^&]*))?(?:&.*)?$\` \`=\${1}\`
				default none
			}
			map {instants_page} {instants_number} {
				none 1
				\`=\` 1
				\`=last\` {instants_last}
				\`~^=(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,99}(?:%2[bB])?0*([1-9][0-9]{0,8})(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,99}$\` \`\${1}\`
				default none
			}
			@api not vars {instants_target} none
			handle @api {
				route {
					header Content-Type \`application/json\`
					header Allow \`GET, HEAD, OPTIONS\`
					header Vary \`Accept\`
					header X-Content-Type-Options \`nosniff\`
					header Access-Control-Allow-Origin \`*\`
					header Access-Control-Expose-Headers \`ETag, Link\`
					header Link \`</openapi.json>; rel="service-desc"; type="application/json"\`
					@preflight {
						method OPTIONS
						header Access-Control-Request-Method *
					}
					handle @preflight {
						route {
							header Cache-Control \`public, max-age=60\`
							header Access-Control-Allow-Methods \`GET, HEAD, OPTIONS\`
							header Access-Control-Allow-Headers \`*\`
							header Access-Control-Max-Age \`86400\`
							header -Content-Type
							respond 204
						}
					}
					@other_path {
						not vars {instants_target} endpoint
					}
					handle @other_path {
						route {
							header Cache-Control \`no-store\`
							respond \`{"detail":"Not found."}\` 404
						}
					}
					@unknown_format {
						vars {instants_folder} none
					}
					handle @unknown_format {
						route {
							header Cache-Control \`no-store\`
							respond \`{"detail":"Not found."}\` 404
						}
					}
					@options {
						method OPTIONS
					}
					handle @options {
						route {
							header Cache-Control \`public, max-age=60\`
							respond \`{"name":"Instant List","description":"","renders":["application/json"],"parses":[]}\` 200
						}
					}
					@other_method {
						not method GET HEAD
					}
					handle @other_method {
						route {
							header Cache-Control \`no-store\`
							respond \`{"detail":"Method \\"{http.request.method}\\" not allowed."}\` 405
						}
					}
					@null_in_name {
						vars_regexp {instants_raw_name} \`%00\`
					}
					handle @null_in_name {
						route {
							header Cache-Control \`no-store\`
							respond \`{"name":["Null characters are not allowed."]}\` 400
						}
					}
					@no_such_word {
						vars {instants_result} none
					}
					handle @no_such_word {
						route {
							header Cache-Control \`no-store\`
							respond \`{"detail":"This server answers only single words of the catalogue: search the index instead.","index":"https://example.test/v1/instants/search/index.json"}\` 404
						}
					}
					@no_such_page {
						not file {instants_folder}/{instants_result}/{instants_number}.json
					}
					handle @no_such_page {
						route {
							header Cache-Control \`no-store\`
							respond \`{"detail":"Invalid page."}\` 404
						}
					}
					handle {
						header Cache-Control \`public, max-age=60\`
						rewrite * {instants_folder}/{instants_result}/{instants_number}.json
						file_server
					}
				}
			}
			handle {
				route {
					@not_read {
						not method GET HEAD
					}
					handle @not_read {
						header Allow \`GET, HEAD\`
						respond 405
					}
					@hidden {
						path */.*
					}
					handle @hidden {
						error 404
					}
					@impossible {
						path_regexp \`\\x00|/[^/]{256,}\`
					}
					handle @impossible {
						error 404
					}
					map {http.request.uri.path} {instants_type} {
						\`~[.]css$\` \`text/css; charset=utf-8\`
						\`~[.]gif$\` \`image/gif\`
						\`~[.]gz$\` \`application/gzip\`
						\`~[.]html$\` \`text/html; charset=utf-8\`
						\`~[.]ico$\` \`image/x-icon\`
						\`~[.]jpg$\` \`image/jpeg\`
						\`~[.]jpeg$\` \`image/jpeg\`
						\`~[.]js$\` \`text/javascript; charset=utf-8\`
						\`~[.]json$\` \`application/json\`
						\`~[.]mp3$\` \`audio/mpeg\`
						\`~[.]ndjson$\` \`application/x-ndjson\`
						\`~[.]png$\` \`image/png\`
						\`~[.]svg$\` \`image/svg+xml\`
						\`~[.]txt$\` \`text/plain; charset=utf-8\`
						\`~[.]webmanifest$\` \`application/manifest+json\`
						\`~[.]webp$\` \`image/webp\`
						\`~[.]xml$\` \`application/xml\`
						default \`\`
					}
					@published file {http.request.uri.path}
					header @published Content-Type {instants_type}
					header / Cache-Control \`public, max-age=0, must-revalidate\`
					header /index.html Cache-Control \`public, max-age=0, must-revalidate\`
					header /docs/* Cache-Control \`public, max-age=0, must-revalidate\`
					header /service-worker.js Cache-Control \`public, max-age=0, must-revalidate\`
					header /v1/* Access-Control-Allow-Origin \`*\`
					header /v1/* X-Content-Type-Options \`nosniff\`
					header /v1/* Cache-Control \`public, max-age=0, must-revalidate\`
					header /media/* Access-Control-Allow-Origin \`*\`
					header /media/* X-Content-Type-Options \`nosniff\`
					header /media/* Content-Security-Policy \`default-src 'none'; style-src 'unsafe-inline'; sandbox\`
					header /assets/* Cache-Control \`public, max-age=31536000, immutable\`
					header /assets/* X-Content-Type-Options \`nosniff\`
					header /manifest.json Access-Control-Allow-Origin \`*\`
					header /manifest.json X-Content-Type-Options \`nosniff\`
					header /manifest.json Cache-Control \`public, max-age=0, must-revalidate\`
					header /latest.json Access-Control-Allow-Origin \`*\`
					header /latest.json X-Content-Type-Options \`nosniff\`
					header /latest.json Cache-Control \`public, max-age=0, must-revalidate\`
					header /openapi.json Access-Control-Allow-Origin \`*\`
					header /openapi.json X-Content-Type-Options \`nosniff\`
					header /openapi.json Cache-Control \`public, max-age=0, must-revalidate\`
					file_server
				}
			}
			handle_errors {
				@data {
					path /v1/*
				}
				rewrite @data /v1/instants/errors/not-found.json
				@other {
					not path /v1/*
				}
				rewrite @other /404.html
				file_server
			}
		}
		"
	`);
});
