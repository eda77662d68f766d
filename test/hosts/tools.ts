/** Where the engines of hosts are that are too large, or too picky, to be among our own packages. */
import { homedir } from "node:os";
import { join } from "node:path";

/** A folder of their own: beside our TypeScript some of them break. */
const TOOLS = process.env.HOST_TOOLS ?? join(homedir(), ".cache", "instants", "hosts");

/** The npm packages of an engine, with the versions that are known to work together. */
export interface Engine {
	readonly name: string;
	readonly packages: Readonly<Record<string, string>>;
	/** Folder with the package.json that npm makes. */
	readonly folder: string;
}

/** Netlify's local runtime. Deno 2.9.6 breaks this version of `@netlify/dev`. */
export const NETLIFY: Engine = {
	name: "Netlify's local runtime",
	packages: { "@netlify/dev": "4.18.13", deno: "2.9.5" },
	folder: join(TOOLS, "netlify"),
};

/** All engines that `npm run hosts:install` installs. */
export const ENGINES: readonly Engine[] = [NETLIFY];

/** Why tests of an engine are skipped. */
export const HOW_TO_INSTALL = "not installed: npm run hosts:install";

/** Where every engine is to be there, a missing one is a failure and not a reason to skip. */
export const MUST_BE_INSTALLED = process.env.REQUIRE_HOSTS !== undefined;
