/** Installs the programs that Instants is compared with, in versions that were tested. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromNpm, install, isInstalled, nodeBinary } from "../../hosts/tools.ts";

const VERSIONS = {
	"@11ty/eleventy": "3.1.8",
	fastify: "5.12.8",
	node: "22.23.3",
	pagefind: "1.6.0",
} as const;

const PEERS = fromNpm("what Instants is compared with", "peers", VERSIONS);

/** All processes run on the same Node, the oldest that has `node:sqlite`. */
export const NODE = nodeBinary(PEERS);

/** The sites that the peers build or serve. */
export const SITES = join(PEERS.folder, "sites");

export const ELEVENTY = join(PEERS.folder, "node_modules/@11ty/eleventy/cmd.cjs");

/** Installs the programs, unless they are already installed. */
export async function installPeers(): Promise<void> {
	if (!isInstalled(PEERS)) await install(PEERS);
	rmSync(SITES, { recursive: true, force: true });
	cpSync(fileURLToPath(new URL("sites", import.meta.url)), SITES, { recursive: true });
}

/** A package with its version, such as `pagefind 1.6.0`. */
export function versioned(name: keyof typeof VERSIONS): string {
	return `${name} ${VERSIONS[name]}`;
}
