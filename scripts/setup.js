/**
 * Installs the packages that package-lock.json names, unless they are there: it runs before every
 * command, so that a fresh clone needs no other step. Plain JavaScript, since nothing is installed yet.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const NODE = [20, 19];
const STAMP = "node_modules/.instants-installed";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [needMajor = 0, needMinor = 0] = NODE;
if (major < needMajor || (major === needMajor && minor < needMinor)) {
	console.error(
		`instants: Node ${process.versions.node} is too old; install Node ${NODE.join(".")} or newer (https://nodejs.org)`,
	);
	process.exit(1);
}

const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
const installed = existsSync(STAMP) && readFileSync(STAMP, "utf8") === lock;
if (!installed) {
	console.error("instants: installing packages (once)…");
	const { status } = spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
		stdio: ["ignore", 2, 2],
		shell: process.platform === "win32",
	});
	if (status !== 0) {
		console.error("instants: npm ci failed; see its message above");
		process.exit(1);
	}
	writeFileSync(STAMP, lock);
}
