/**
 * Installs packages unless they match package-lock.json: those that the commands need, and with `--dev` also
 * those for development, which take ten times the space. Runs before every command, so that a fresh clone needs
 * no other step. Plain JavaScript, since nothing is installed yet.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const NODE = [20, 19];
const withDev = process.argv[2] === "--dev";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [needMajor = 0, needMinor = 0] = NODE;
if (major < needMajor || (major === needMajor && minor < needMinor)) {
	console.error(
		`instants: Node ${process.versions.node} is too old; install Node ${NODE.join(".")} or newer (https://nodejs.org)`,
	);
	process.exit(1);
}

/**
 * The packages of a lock file, by folder. npm records what it installed in the same format.
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }>}
 */
function packages(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

const installed = packages("node_modules/.package-lock.json");
const isComplete = Object.entries(packages("package-lock.json"))
	// Skip the project itself, and optional packages, which are mostly for other platforms.
	.filter(([folder, { optional, dev }]) => folder !== "" && !optional && (withDev || !dev))
	.every(([folder, { version }]) => installed[folder]?.version === version);

if (!isComplete) {
	console.error("instants: installing packages (once)…");
	// npm may have been started with --silent, but errors must be printed.
	const dev = withDev ? "--include=dev" : "--omit=dev";
	const args = ["ci", dev, "--no-audit", "--no-fund", "--loglevel=error"];
	const { status } = spawnSync("npm", args, {
		stdio: ["ignore", 2, 2],
		shell: process.platform === "win32",
	});
	if (status !== 0) {
		console.error("instants: npm ci failed; see its message above");
		process.exit(1);
	}
}
