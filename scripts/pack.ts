/**
 * Creates `lib/` before `npm pack`: a copy of `scripts/`, with JavaScript for Node beside the TypeScript. Builds
 * bundle the TypeScript, so that they publish the same bytes with the package as in a clone.
 */
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";

rmSync("lib", { recursive: true, force: true });
cpSync("scripts", "lib", { recursive: true });
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.package.json"]);
