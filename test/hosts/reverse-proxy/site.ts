/** A published tree, the server file behind it, and nginx, Caddy or Apache in front, as a build writes them. */
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host } from "../../../scripts/hosts/host.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { publishRecords, type RawInstant } from "../../fixtures/published.ts";
import { addFiles } from "../served-files.ts";
import { freePort, type RunningServer, startServer } from "../server.ts";
import { plantSecret } from "../traversal.ts";

/** A server that is to be tried. */
export interface Front {
	readonly host: Host;
	/** The `Vary` header of pages, if it writes it otherwise than the server file. */
	readonly vary?: string;
	/** The configuration with what this machine wants otherwise, such as the port. */
	adapt(config: string, port: number, folder: string): string;
	/** Starts the server in the foreground with the configuration in this file. */
	start(config: string, port: number, folder: string): Promise<RunningServer>;
}

export interface Site {
	readonly tree: string;
	/** Where the server in front answers. */
	readonly origin: string;
	/** Ends the server file, and nothing else. */
	stopBackend(): Promise<void>;
	startBackend(): Promise<void>;
	/** Puts another catalogue in the place of the published one. */
	publish(records: readonly RawInstant[]): Promise<void>;
	stop(): Promise<void>;
}

/** Publishes the records and starts both servers. */
export async function startSite(
	{ host, adapt, start }: Front,
	parent: string,
	records: readonly RawInstant[],
): Promise<Site> {
	const folder = mkdtempSync(join(parent, "site-"));
	plantSecret(folder);
	const tree = join(folder, "dist");
	const publish = async (of: readonly RawInstant[]): Promise<void> => {
		await publishRecords(of, { parent: folder, hosts: [host], folder: tree });
		addFiles(tree);
		// Started by root, workers are someone else.
		for (const open of [dirname(folder), folder, tree]) chmodSync(open, 0o755);
	};
	await publish(records);

	const beside = besideFolder(tree, host);
	const [port, backendPort] = [await freePort(), await freePort()];
	const here = (text: string): string =>
		text
			.replaceAll("/srv/instants/dist", tree)
			.replaceAll("/srv/instants", beside)
			.replaceAll("8000", String(backendPort));
	const config = join(beside, host.files({ baseUrl: "http://h", tree: "" }).beside[0]?.path ?? "");
	writeFileSync(config, adapt(here(readFileSync(config, "utf8")), port, folder));

	let backend: RunningServer | undefined;
	const startBackend = async (): Promise<void> => {
		const unit = here(readFileSync(join(beside, "instants.service"), "utf8"));
		const [, command = "", args = ""] = /^ExecStart=(\S+) (.*)$/m.exec(unit) ?? [];
		const [, settings = ""] = /^Environment=(.*)$/m.exec(unit) ?? [];
		const env = Object.fromEntries(settings.split(" ").map((pair) => pair.split("=")));
		backend = await startServer(command, args.split(" "), backendPort, env);
	};
	const stopBackend = async (): Promise<void> => backend?.stop();
	await startBackend();
	const front = await start(config, port, folder);
	const stop = async (): Promise<void> => {
		await front.stop();
		await stopBackend();
	};
	return { tree, origin: front.origin, startBackend, stopBackend, publish, stop };
}
