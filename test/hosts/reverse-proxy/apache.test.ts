/** Apache with the configuration that a build writes, where it is installed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { APACHE as HOST } from "../../../scripts/hosts/reverse-proxy/apache.ts";
import { startServer } from "../server.ts";
import { APACHE, binaryOf } from "../tools.ts";
import { describeReverseProxy } from "./reverse-proxy.ts";

/** Where Debian puts modules, and those that it loads besides the ones that the host asks for. */
const MODULE_FOLDER = "/usr/lib/apache2/modules";
const MODULES = "mpm_event allowmethods authz_core dir mime headers rewrite proxy proxy_http".split(
	" ",
);

describeReverseProxy(APACHE, {
	host: HOST,
	vary: "Accept,Accept-Encoding",
	adapt: (config, port) => config.replace("*:80>", `127.0.0.1:${port}>`),
	start: (config, port, folder) => {
		const main = join(folder, "httpd.conf");
		const lines = [
			...MODULES.map((name) => `LoadModule ${name}_module ${MODULE_FOLDER}/mod_${name}.so`),
			`Listen 127.0.0.1:${port}`,
			"ServerName localhost",
			"User www-data",
			"Group www-data",
			`DefaultRuntimeDir ${folder}`,
			"PidFile httpd.pid",
			"ErrorLog error.log",
			"TypesConfig /dev/null",
			'<Directory "/">\nRequire all denied\n</Directory>',
			`Include ${config}`,
		];
		writeFileSync(main, lines.join("\n"));
		const args = ["-d", folder, "-f", main, "-D", "FOREGROUND"];
		return startServer(binaryOf(APACHE) ?? "", args, port);
	},
});
