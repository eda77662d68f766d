/**
 * Runs a command in a clone: `node scripts/run.js NAME …`. It installs missing packages first, so that a fresh
 * clone needs no other step.
 */
import "./setup.js";

const { register } = await import("tsx/esm/api");
register();
await import("./instants.ts");
