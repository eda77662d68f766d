/** `npm run torture`: the trials of this folder for minutes, and tests that try as hard all the same. */
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";

const FILES = [
	"test/torture",
	// Every file of the store damaged in every way.
	"test/edge/damaged",
	// Connections reset at every stage, and builds exchanged under load.
	"test/hosts/server/standing",
];

process.env.TORTURE = "1";
const config = fileURLToPath(new URL("../vitest.config.ts", import.meta.url));
await startVitest("test", FILES, { config, run: true, reporters: ["verbose"] });
