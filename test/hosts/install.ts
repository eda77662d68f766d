/** `npm run hosts:install`: installs the engines of hosts that the contract suite can run on. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { ENGINES } from "./tools.ts";

for (const { name, packages, folder } of ENGINES) {
	console.error(`instants: installing ${name} into ${folder}`);
	mkdirSync(folder, { recursive: true });
	const wanted = Object.entries(packages).map(([id, version]) => `${id}@${version}`);
	const { status } = spawnSync(
		"npm",
		["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", ...wanted],
		{ stdio: ["ignore", 2, 2], shell: process.platform === "win32" },
	);
	if (status !== 0) {
		console.error(`instants: npm could not install ${name}; its message is above`);
		process.exit(1);
	}
}
