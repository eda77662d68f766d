/** The contract, answered by Apache from the .htaccess that a build writes, where it is installed. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { APACHE as HOST, htaccess } from "../../../scripts/hosts/apache/config.ts";
import { SMALL_TREE } from "../rule-sites.ts";
import { describeRuleHost } from "../rules.ts";
import { startServer } from "../server.ts";
import { APACHE } from "../tools.ts";

describeRuleHost({
	host: HOST,
	engine: APACHE,
	start: (binary, { tree, beside }, port) => {
		const site = dirname(tree);
		// Started by root, its workers are someone else.
		for (const folder of [dirname(site), site, tree]) chmodSync(folder, 0o755);
		const config = join(beside, "httpd.conf");
		writeFileSync(config, readFileSync(config, "utf8").replace("8080", `127.0.0.1:${port}`));
		const root = `Define INSTANTS_ROOT "${tree}"`;
		const args = ["-d", beside, "-C", root, "-f", "httpd.conf", "-D", "FOREGROUND"];
		return startServer(binary, args, port);
	},
});

test("the configuration of a small tree", () => {
	expect(htaccess(SMALL_TREE)).toMatchInlineSnapshot(`
		"# Written by the build. Needs AllowOverride All, mod_rewrite and mod_headers.
		Options -Indexes -MultiViews
		DirectoryIndex index.html
		ErrorDocument 404 /404.html
		AddType "text/css;charset=utf-8" .css
		AddType "image/gif" .gif
		AddType "application/gzip" .gz
		AddType "text/html;charset=utf-8" .html
		AddType "image/x-icon" .ico
		AddType "image/jpeg" .jpg
		AddType "image/jpeg" .jpeg
		AddType "text/javascript;charset=utf-8" .js
		AddType "application/json" .json
		AddType "audio/mpeg" .mp3
		AddType "application/x-ndjson" .ndjson
		AddType "image/png" .png
		AddType "image/svg+xml" .svg
		AddType "text/plain;charset=utf-8" .txt
		AddType "application/manifest+json" .webmanifest
		AddType "image/webp" .webp
		AddType "application/xml" .xml
		<If "%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#">
			Header always set Allow "GET, HEAD, OPTIONS"
			Header always set Vary "Accept"
			Header always set X-Content-Type-Options "nosniff"
			Header always set Access-Control-Allow-Origin "*"
			Header always set Access-Control-Expose-Headers "ETag, Link"
			Header always set Link "</openapi.json>; rel=\\"service-desc\\"; type=\\"application/json\\""
			Header always set Cache-Control "public, max-age=60" "expr=%{REQUEST_STATUS} -lt 400"
			Header always set Cache-Control "no-store" "expr=%{REQUEST_STATUS} -ge 400"
			# Apache's own would stand beside ours.
			Header onsuccess unset Allow
			ErrorDocument 400 /%{reqenv:INSTANTS_ERROR}
			ErrorDocument 404 /%{reqenv:INSTANTS_ERROR}
			ErrorDocument 405 /%{reqenv:INSTANTS_ERROR}
			ErrorDocument 200 '{"name":"Instant List","description":"","renders":["application/json"],"parses":[]}'
			FileETag Digest
		</If>
		<If "%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )# && %{REQUEST_METHOD} == 'OPTIONS' && -z req_novary('Access-Control-Request-Method')">
			Header always set Content-Type "application/json" "expr=%{REQUEST_STATUS} -eq 200"
		</If>
		<If "%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )# && %{REQUEST_METHOD} == 'OPTIONS' && -n req_novary('Access-Control-Request-Method')">
			Header always set Access-Control-Allow-Methods "GET, HEAD, OPTIONS"
			Header always set Access-Control-Allow-Headers "*"
			Header always set Access-Control-Max-Age "86400"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} == '/'">
			Header always set Cache-Control "public, max-age=0, must-revalidate"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} == '/index.html'">
			Header always set Cache-Control "public, max-age=0, must-revalidate"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} =~ m#^/docs/#">
			Header always set Cache-Control "public, max-age=0, must-revalidate"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} == '/service-worker.js'">
			Header always set Cache-Control "public, max-age=0, must-revalidate"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} =~ m#^/v1/#">
			Header always set Access-Control-Allow-Origin "*"
			Header always set X-Content-Type-Options "nosniff"
			Header always set Cache-Control "public, max-age=0, must-revalidate"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} =~ m#^/media/#">
			Header always set Access-Control-Allow-Origin "*"
			Header always set X-Content-Type-Options "nosniff"
			Header always set Content-Security-Policy "default-src 'none'; style-src 'unsafe-inline'; sandbox"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} =~ m#^/assets/#">
			Header always set Cache-Control "public, max-age=31536000, immutable"
			Header always set X-Content-Type-Options "nosniff"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} == '/manifest.json'">
			Header always set Access-Control-Allow-Origin "*"
			Header always set X-Content-Type-Options "nosniff"
			Header always set Cache-Control "public, max-age=0, must-revalidate"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} == '/latest.json'">
			Header always set Access-Control-Allow-Origin "*"
			Header always set X-Content-Type-Options "nosniff"
			Header always set Cache-Control "public, max-age=0, must-revalidate"
		</If>
		<If "!(%{THE_REQUEST} =~ m#^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )#) && %{REQUEST_URI} == '/openapi.json'">
			Header always set Access-Control-Allow-Origin "*"
			Header always set X-Content-Type-Options "nosniff"
			Header always set Cache-Control "public, max-age=0, must-revalidate"
		</If>
		RewriteEngine On
		# What a rule below has chosen.
		RewriteCond %{ENV:REDIRECT_STATUS} .
		RewriteRule ^ - [END]
		# Files.
		RewriteCond %{THE_REQUEST} "!^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )"
		RewriteCond %{REQUEST_URI} "/[.]"
		RewriteRule ^ - [R=404]
		RewriteCond %{THE_REQUEST} "!^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )"
		RewriteCond %{REQUEST_METHOD} !^(?:GET|HEAD|OPTIONS)$
		RewriteRule ^ - [R=405]
		RewriteCond %{THE_REQUEST} "!^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?]| )"
		RewriteRule ^ - [END]
		# The API.
		RewriteCond %{QUERY_STRING} "^(?:.*&)?(?:n|%6[eE])(?:a|%61)(?:m|%6[dD])(?:e|%65)(?:=([^&]*))?(?:&.*)?$"
		RewriteRule ^ - [E=INSTANTS_NAME:%1]
		RewriteCond %{ENV:INSTANTS_NAME} "^(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,9}(.{1,400}?)(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,9}$"
		RewriteRule ^ - [E=INSTANTS_TRIMMED:%1]
		RewriteCond %{ENV:INSTANTS_KEY} =""
		RewriteCond expr "%{tolower:%{reqenv:INSTANTS_TRIMMED}} =~ m#^((?:[a-z0-9!'()*._~-]|%[0-9a-f][0-9a-f]){1,120})$#"
		RewriteRule ^ - [E=INSTANTS_KEY:%1]
		RewriteCond %{ENV:INSTANTS_STEP} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^([^!]*)[!](.*)$"
		RewriteRule ^ - [E=INSTANTS_KEY:%1\\%21%2,N=250]
		RewriteCond %{ENV:INSTANTS_STEP} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^([^']*)['](.*)$"
		RewriteRule ^ - [E=INSTANTS_KEY:%1\\%27%2,N=250]
		RewriteCond %{ENV:INSTANTS_STEP} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^([^(]*)[(](.*)$"
		RewriteRule ^ - [E=INSTANTS_KEY:%1\\%28%2,N=250]
		RewriteCond %{ENV:INSTANTS_STEP} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^([^)]*)[)](.*)$"
		RewriteRule ^ - [E=INSTANTS_KEY:%1\\%29%2,N=250]
		RewriteCond %{ENV:INSTANTS_STEP} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^([^*]*)[*](.*)$"
		RewriteRule ^ - [E=INSTANTS_KEY:%1\\%2a%2,N=250]
		RewriteCond %{ENV:INSTANTS_STEP} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^([^-]*)[-](.*)$"
		RewriteRule ^ - [E=INSTANTS_KEY:%1\\%2d%2,N=250]
		RewriteCond %{ENV:INSTANTS_STEP} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^([^.]*)[.](.*)$"
		RewriteRule ^ - [E=INSTANTS_KEY:%1\\%2e%2,N=250]
		RewriteCond %{ENV:INSTANTS_STEP} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^([^_]*)[_](.*)$"
		RewriteRule ^ - [E=INSTANTS_KEY:%1\\%5f%2,N=250]
		RewriteCond %{ENV:INSTANTS_STEP} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^([^~]*)[~](.*)$"
		RewriteRule ^ - [E=INSTANTS_KEY:%1\\%7e%2,N=250]
		RewriteCond %{ENV:INSTANTS_KEY} "^([^%]*)%(.*)$"
		RewriteRule ^ - [E=INSTANTS_STEP:2,E=INSTANTS_KEY:%1_%2,N=250]
		RewriteCond %{QUERY_STRING} "^(?:.*&)?(?:f|%66)(?:o|%6[fF])(?:r|%72)(?:m|%6[dD])(?:a|%61)(?:t|%74)(?:=([^&]*))?(?:&.*)?$"
		RewriteRule ^ - [E=INSTANTS_FORMAT:=%1]
		RewriteCond %{ENV:INSTANTS_FORMAT} =""
		RewriteRule ^ - [E=INSTANTS_FOLDER:/v1/instants]
		RewriteCond %{ENV:INSTANTS_FORMAT} "==json"
		RewriteRule ^ - [E=INSTANTS_FOLDER:/v1/instants/format/json]
		RewriteCond %{ENV:INSTANTS_FORMAT} "==api"
		RewriteRule ^ - [E=INSTANTS_FOLDER:/v1/instants/format/api]
		RewriteCond %{ENV:INSTANTS_FORMAT} "=="
		RewriteRule ^ - [E=INSTANTS_FOLDER:/v1/instants/format/_]
		RewriteCond %{ENV:INSTANTS_NAME} "^(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,99}$"
		RewriteRule ^ - [E=INSTANTS_RESULT:page]
		RewriteCond %{ENV:INSTANTS_RESULT} =""
		RewriteCond %{ENV:INSTANTS_KEY} "^(?:[a-z0-9]|_[0-9a-f][0-9a-f])+$"
		RewriteCond "%{DOCUMENT_ROOT}/v1/instants/name/w-%{ENV:INSTANTS_KEY}/1.json" -f
		RewriteRule ^ - [E=INSTANTS_RESULT:name/w-%{ENV:INSTANTS_KEY}]
		RewriteCond %{QUERY_STRING} "^(?:.*&)?(?:p|%70)(?:a|%61)(?:g|%67)(?:e|%65)(?:=([^&]*))?(?:&.*)?$"
		RewriteRule ^ - [E=INSTANTS_PAGE:%1]
		RewriteCond %{ENV:INSTANTS_PAGE} =""
		RewriteRule ^ - [E=INSTANTS_NUMBER:1]
		RewriteCond %{ENV:INSTANTS_PAGE} =last
		RewriteRule ^ - [E=INSTANTS_NUMBER:1]
		RewriteCond %{ENV:INSTANTS_PAGE} =last
		RewriteCond %{ENV:INSTANTS_RESULT} "^page$"
		RewriteRule ^ - [E=INSTANTS_NUMBER:4]
		RewriteCond %{ENV:INSTANTS_PAGE} =last
		RewriteCond %{ENV:INSTANTS_RESULT} "^name/(?:w-boom)$"
		RewriteRule ^ - [E=INSTANTS_NUMBER:3]
		RewriteCond %{ENV:INSTANTS_PAGE} "^(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,99}(?:%2[bB])?0*([1-9][0-9]{0,8})(?:[+]|%(?:09|0[a-dA-D]|1[c-fC-F]|20|[cC]2%(?:85|[aA]0)|[eE]1%9[aA]%80|[eE]2%(?:80%(?:8[0-9aA]|[aA][89fF])|81%9[fF])|[eE]3%80%80)){0,99}$"
		RewriteRule ^ - [E=INSTANTS_NUMBER:%1]
		RewriteCond %{REQUEST_METHOD} =OPTIONS
		RewriteCond expr "-n req_novary('Access-Control-Request-Method')"
		RewriteRule ^ - [R=204]
		RewriteCond %{THE_REQUEST} "!^[^ ]+ (?:[hH][tT][tT][pP][sS]?://[^/?]*)?/(?:a|%61)(?:p|%70)(?:i|%69)/(?:v|%76)(?:1|%31)/(?:i|%69)(?:n|%6[eE])(?:s|%73)(?:t|%74)(?:a|%61)(?:n|%6[eE])(?:t|%74)(?:s|%73)/?(?:[?]| )"
		RewriteRule ^ - [E=INSTANTS_ERROR:v1/instants/errors/not-found.json,R=404]
		RewriteCond %{ENV:INSTANTS_FOLDER} =""
		RewriteRule ^ - [E=INSTANTS_ERROR:v1/instants/errors/not-found.json,R=404]
		RewriteCond %{REQUEST_METHOD} =OPTIONS
		RewriteRule ^ - [R=200]
		RewriteCond %{REQUEST_METHOD} "^(DELETE|PATCH|POST|PUT)$"
		RewriteRule ^ - [E=INSTANTS_ERROR:v1/instants/errors/method-not-allowed/%1.json,R=405]
		RewriteCond %{REQUEST_METHOD} !^(?:GET|HEAD)$
		RewriteRule ^ - [E=INSTANTS_ERROR:v1/instants/errors/method-not-allowed/any.json,R=405]
		RewriteCond %{ENV:INSTANTS_NAME} "%00"
		RewriteRule ^ - [E=INSTANTS_ERROR:v1/instants/errors/null-characters.json,R=400]
		RewriteCond %{ENV:INSTANTS_RESULT} =""
		RewriteRule ^ - [E=INSTANTS_ERROR:v1/instants/errors/not-precomputed.json,R=404]
		RewriteCond "%{DOCUMENT_ROOT}%{ENV:INSTANTS_FOLDER}/%{ENV:INSTANTS_RESULT}/%{ENV:INSTANTS_NUMBER}.json" !-f
		RewriteRule ^ - [E=INSTANTS_ERROR:v1/instants/errors/invalid-page.json,R=404]
		RewriteRule ^ %{ENV:INSTANTS_FOLDER}/%{ENV:INSTANTS_RESULT}/%{ENV:INSTANTS_NUMBER}.json [END]
		"
	`);
});
