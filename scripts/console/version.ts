/** The version of this package, and the file that holds it. */
import { readFileSync } from "node:fs";

const PACKAGE = new URL("../../package.json", import.meta.url);

export const { version: VERSION } = JSON.parse(readFileSync(PACKAGE, "utf8")) as {
	version: string;
};

/** The file that `npm pack` makes. */
export const TARBALL = `instants-${VERSION}.tgz`;
