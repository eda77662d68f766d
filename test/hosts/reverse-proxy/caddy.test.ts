/** Caddy with the configuration that a build writes, where it is installed. */
import { CADDY as HOST } from "../../../scripts/hosts/reverse-proxy/caddy.ts";
import { startServer } from "../server.ts";
import { binaryOf, CADDY } from "../tools.ts";
import { describeReverseProxy } from "./reverse-proxy.ts";

describeReverseProxy(CADDY, {
	host: HOST,
	adapt: (config, port) =>
		`{\n\tadmin off\n}\n${config.replace("http://oracle.test {", `:${port} {`)}`,
	start: (config, port, folder) => {
		const args = ["run", "--config", config, "--adapter", "caddyfile"];
		const env = { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
		return startServer(binaryOf(CADDY) ?? "", args, port, env);
	},
});
