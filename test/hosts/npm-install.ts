/** Installs the packages of an engine into the folder of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import type { Engine } from "./tools.ts";

export async function install({ name, packages, folder }: Engine): Promise<void> {
	console.error(`instants: installing ${name} into ${folder}`);
	mkdirSync(folder, { recursive: true });
	const wanted = Object.entries(packages).map(([id, version]) => `${id}@${version}`);
	const npm = spawn(
		"npm",
		["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", ...wanted],
		{ stdio: ["ignore", 2, 2], shell: process.platform === "win32" },
	);
	// Another engine may fail in the meantime.
	process.once("exit", () => npm.kill());
	const [status] = await once(npm, "close");
	if (status === 0) return;
	console.error(`instants: npm could not install ${name}; its message is above`);
	process.exit(1);
}
