/** The contract, answered through nginx, Caddy and Apache with the configuration that the page on hosts has for them. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { API_PATH } from "../../../scripts/contract/links.ts";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { testServer } from "../../contract/over-http.ts";
import { COMPRESSED_VARY, describeContract, type Target } from "../../contract/target.ts";
import { BASE, temporaryFolder } from "../../fixtures/published.ts";
import { contractTree } from "../contract-tree.ts";
import { testFiles } from "../served-files.ts";
import { freePort, type RunningServer, startServer } from "../server.ts";
import { APACHE, binaryOf, CADDY, type DebianEngine, NGINX, skipping } from "../tools.ts";
import { NODE, startServer as startBackend } from "./runtimes.ts";

const PAGE = readFileSync("scripts/hosts/README.md", "utf8");

/** The configuration on the page in this language, with the ports of this test. */
function linesFor(language: string, port: number, backend: string): string {
	const [, lines] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(PAGE) ?? [];
	if (lines === undefined) throw new Error(`the page on hosts has no lines for ${language}`);
	return lines.replaceAll("8000", backend).replace(/(?<=listen |\*:)80\b/, String(port));
}

/** A web server, with as much of its package's configuration as ours depends on. */
interface WebServer {
	readonly engine: DebianEngine;
	readonly language: string;
	readonly gaps?: Target["gaps"];
	/** How the server writes the `Vary` header of pages. */
	readonly vary?: string;
	/** The whole configuration, with ours inside. */
	around(lines: string, port: number, folder: string): string;
	/** The arguments that start it in the foreground with the configuration in this file. */
	args(config: string, folder: string): readonly string[];
}

/** Rows whose URLs are too long for nginx and Apache. https://nginx.org/en/docs/http/ngx_http_core_module.html#large_client_header_buffers */
const LONG_URLS = {
	reason: "URLs of more than 8 KB are refused",
	instead: [414],
	rows: ["50,000 characters", "25,000 words", "a word and 10,000 signs"],
};

const NGINX_SERVER: WebServer = {
	engine: NGINX,
	language: "nginx",
	gaps: [LONG_URLS],
	around: (lines, _, folder) => {
		const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
			(kind) => `${kind}_temp_path ${folder}/${kind};`,
		);
		const own = lines.replace("\tlisten [::]:80;\n", "");
		return `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${own}}\n`;
	},
	args: (config) => ["-c", config, "-e", "stderr", "-g", "daemon off; master_process off;"],
};

const CADDY_SERVER: WebServer = {
	engine: CADDY,
	language: "caddy",
	around: (lines, port) =>
		`{\n\tadmin off\n}\n${lines.replace("clips.example", `http://:${port}`)}`,
	args: (config) => ["run", "--config", config, "--adapter", "caddyfile"],
};

/** Where Debian puts Apache's modules, and the modules to load. */
const MODULE_FOLDER = "/usr/lib/apache2/modules";
const MODULES = ["mpm_event", "authz_core", "dir", "mime", "proxy", "proxy_http"];

const APACHE_SERVER: WebServer = {
	engine: APACHE,
	language: "apache",
	gaps: [LONG_URLS],
	vary: "Accept,Accept-Encoding",
	around: (lines, port, folder) =>
		[
			...MODULES.map((name) => `LoadModule ${name}_module ${MODULE_FOLDER}/mod_${name}.so`),
			`Listen 127.0.0.1:${port}`,
			"ServerName localhost",
			"User www-data",
			"Group www-data",
			`DefaultRuntimeDir ${folder}`,
			"PidFile httpd.pid",
			"ErrorLog error.log",
			"TypesConfig /dev/null",
			lines,
		].join("\n"),
	args: (config, folder) => ["-d", folder, "-f", config, "-D", "FOREGROUND"],
};

/** Starts the web server in front of a backend. */
async function startFront(server: WebServer, backend: string): Promise<RunningServer> {
	const { engine, language, around, args } = server;
	const folder = temporaryFolder();
	// If root starts the web server, its workers run as a different user.
	chmodSync(folder, 0o755);
	const port = await freePort();
	const config = join(folder, "config");
	writeFileSync(config, around(linesFor(language, port, new URL(backend).port), port, folder));
	const home = { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
	return startServer(binaryOf(engine) ?? "", args(config, folder), port, home);
}

describe("behind", () => {
	const backend = testServer(async () =>
		startBackend(NODE, await contractTree(SERVER), { HOST: "127.0.0.1" }),
	);
	for (const server of [NGINX_SERVER, CADDY_SERVER, APACHE_SERVER]) {
		const { engine, gaps = [], vary = COMPRESSED_VARY } = server;
		const { skip, title } = skipping(engine);
		describe.skipIf(skip)(title, () => {
			const { host } = new URL(BASE);
			const { send, get } = testServer(() => startFront(server, backend.origin), host);
			describeContract(engine.name, () => ({ name: engine.name, send, gaps, vary }));
			testFiles(send);

			test("the entity tag of a page gets a 304, compressed or not", async () => {
				for (const accepted of ["gzip", "identity"]) {
					const asked = { "Accept-Encoding": accepted };
					const tag = (await get(API_PATH, asked)).headers.get("ETag") ?? "";
					expect(tag).toMatch(/^".+"$/);
					expect((await get(API_PATH, { ...asked, "If-None-Match": tag })).status).toBe(304);
				}
			});
		});
	}
});
