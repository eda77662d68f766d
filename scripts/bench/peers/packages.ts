/** The programs that Instants is measured beside, in versions that are known to run, in a folder of their own. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "../../../test/hosts/npm-install.ts";
import { fromNpm, isInstalled, nodeBinary } from "../../../test/hosts/tools.ts";

const VERSIONS = {
	"@11ty/eleventy": "3.1.8",
	astro: "7.3.5",
	fastify: "5.12.8",
	"json-server": "0.17.4",
	node: "22.23.3",
	pagefind: "1.6.0",
} as const;

const PEERS = fromNpm("what Instants is measured beside", "peers", VERSIONS);

/** All processes run on the same Node, the oldest that Astro and `node:sqlite` take. */
export const NODE = nodeBinary(PEERS);

/** What the peers are given, beside their packages. */
export const SITES = join(PEERS.folder, "sites");

/** Installs them, unless they are there. */
export async function installPeers(): Promise<void> {
	if (!isInstalled(PEERS)) await install(PEERS);
	rmSync(SITES, { recursive: true, force: true });
	cpSync(fileURLToPath(new URL("sites", import.meta.url)), SITES, { recursive: true });
}

/** The path of a file of a package. */
export function inPackage(path: string): string {
	return join(PEERS.folder, "node_modules", path);
}

/** A package with its version, such as `astro 7.3.5`. */
export function versioned(name: keyof typeof VERSIONS): string {
	return `${name} ${VERSIONS[name]}`;
}
