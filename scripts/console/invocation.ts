/**
 * The version of this package, and how the reader of a message runs a command: in a clone of the repository, as
 * an npm script; with the package, as a subcommand of `instants`.
 */
import { existsSync, readFileSync } from "node:fs";

const MANIFEST = new URL("../../package.json", import.meta.url);

export const { version: VERSION } = JSON.parse(readFileSync(MANIFEST, "utf8")) as {
	version: string;
};

/** The file that `npm pack` creates. */
export const TARBALL = `instants-${VERSION}.tgz`;

/** The package has `lib/` instead of `scripts/`. */
const isClone = existsSync(new URL("../../scripts/instants.ts", import.meta.url));

/** A shell does not find the command of a locally installed package; npm does. */
const PACKAGED = process.env.npm_command === undefined ? "instants" : "npx instants";

/**
 * A command as it can be typed: `commandLine("build", "--json")` is `npm run build -- --json` in a clone,
 * and `npx instants build --json` with the package.
 */
export function commandLine(name: string, ...args: readonly string[]): string {
	if (!isClone) return [PACKAGED, name, ...args].join(" ");
	return ["npm run", name, ...(args.length === 0 ? [] : ["--", ...args])].join(" ");
}
