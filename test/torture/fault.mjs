/**
 * Preloaded into a command. Counts its changes of the disk; from the change number AT on, FAULT is what
 * happens instead: the process is killed, or the disk is full.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { AT, FAULT } = process.env;
let changes = 0;

/** @type {(owner: any, names: string[], needsRoom: boolean) => void} */
function wrap(owner, names, needsRoom) {
	for (const name of names) {
		const real = owner[name];
		owner[name] = (/** @type {unknown[]} */ ...args) => {
			const isReached = ++changes >= Number(AT);
			if (isReached && FAULT === "kill") process.kill(process.pid, "SIGKILL");
			if (isReached && FAULT === "full" && needsRoom) {
				const error = new Error("ENOSPC: no space left on device");
				const path = typeof args[0] === "string" ? { path: args[0] } : {};
				throw Object.assign(error, { code: "ENOSPC", syscall: name, ...path });
			}
			return real.apply(owner, args);
		};
	}
}

wrap(fs, ["writeFileSync", "writeSync", "mkdirSync", "linkSync", "symlinkSync"], true);
wrap(fs, ["renameSync", "rmSync", "unlinkSync", "rmdirSync"], false);
wrap(fs.promises, ["mkdir", "copyFile", "writeFile", "link"], true);
wrap(fs.promises, ["rename", "rm"], false);
syncBuiltinESMExports();
process.on("exit", () => console.error(`changes ${changes}`));
