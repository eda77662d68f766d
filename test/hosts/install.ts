/** `npm run hosts:install`: installs the engines of hosts that the contract suite can run on. */
import { spawnSync } from "node:child_process";
import { binaryOf, DEBIAN_ENGINES, ENGINES, install, isInstalled } from "./tools.ts";

await Promise.all(ENGINES.filter((engine) => !isInstalled(engine)).map(install));

const APT = "apt-get";
installDebianPackages();

/** If apt-get may not be used, prints the command to run. The tests then skip these servers. */
function installDebianPackages(): void {
	const wanted = DEBIAN_ENGINES.flatMap((engine) => [engine, ...(engine.needs ?? [])]);
	const missing = wanted.filter((engine) => binaryOf(engine) === undefined);
	if (missing.length === 0) return;
	const names = [...new Set(missing.map(({ debian }) => debian))];
	const isRoot = process.getuid?.() === 0;
	if (!isRoot || spawnSync(APT, ["--version"]).status !== 0) {
		console.error(`instants: to test more hosts: sudo ${APT} install -y ${names.join(" ")}`);
		return;
	}
	console.error(`instants: installing ${names.join(", ")} with ${APT}`);
	// A package must not start its server: https://manpages.debian.org/invoke-rc.d
	const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
	for (const command of [["update"], ["install", "-y", "--no-install-recommends", ...names]]) {
		const { status } = spawnSync(APT, ["-q", ...command], { stdio: ["ignore", 2, 2], env });
		if (status === 0) continue;
		console.error(`instants: ${APT} ${command[0]} failed; its message is above`);
		process.exit(1);
	}
}
