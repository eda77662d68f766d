/** Mends a mirror: what is missing or corrupt is fetched again, from a source that has the same build. */
import { MirrorError } from "./failures.ts";
import { type MirrorRequest, mirror } from "./mirror.ts";
import type { Verification } from "./verify.ts";

export interface FixOptions
	extends Omit<MirrorRequest, "url" | "dir" | "dryRun" | "recheck" | "onlyBuild"> {}

/** Throws a UserError; then the mirror is as it was. */
export async function fix(
	dir: string,
	url: string,
	found: Verification,
	options: FixOptions,
): Promise<void> {
	if (found.kind === "catalogue") {
		throw new MirrorError(
			`${dir}: is the catalogue of a live server, which gives no older state of it; bring it up to date with: npm run mirror -- ${url} ${dir}`,
		);
	}
	const { build: onlyBuild } = found;
	const { tell } = options;
	await mirror({
		...options,
		url,
		dir,
		dryRun: false,
		recheck: true,
		onlyBuild,
		tell: (event) => {
			// Whoever mends has an end of their own to tell.
			if (event.event !== "done") tell(event);
		},
	});
}
