/** nginx with the configuration that a build writes, where it is installed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { NGINX as HOST } from "../../../scripts/hosts/reverse-proxy/nginx.ts";
import { startServer } from "../server.ts";
import { binaryOf, NGINX } from "../tools.ts";
import { describeReverseProxy } from "./reverse-proxy.ts";

/** One process, so that it may read a tree that only its owner may. */
const FOREGROUND = "daemon off; master_process off;";

describeReverseProxy(NGINX, {
	host: HOST,
	adapt: (config, port, folder) =>
		config
			.replace("listen 80;\n\tlisten [::]:80;", `listen 127.0.0.1:${port};`)
			.replace("/var/cache/instants", join(folder, "cache")),
	start: (config, port, folder) => {
		const main = join(folder, "nginx.conf");
		const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
		const lines = temporary.map((kind) => `${kind}_temp_path temp_${kind};`).join("\n");
		const http = `access_log off;\n${lines}\ninclude ${config};`;
		writeFileSync(main, `pid nginx.pid;\nevents {}\nhttp {\n${http}\n}\n`);
		const args = ["-p", `${folder}/`, "-c", main, "-e", "stderr", "-g", FOREGROUND];
		return startServer(binaryOf(NGINX) ?? "", args, port);
	},
});
