/** `npm run mirror -- verify`: says what is wrong with a mirror, and mends it when told from where. */
import { shown, sizeText } from "../console/text.ts";
import { withTelling } from "./command.ts";
import { fix } from "./fix.ts";
import { jsonLine } from "./tellers.ts";
import { exitCodeOf, type Verification, verify } from "./verify.ts";

export interface VerifyFlags {
	/** Where missing and corrupt files are fetched from; no trailing slash. */
	readonly fix?: string;
	readonly media?: boolean;
	readonly delete?: boolean;
	readonly concurrency: number;
	readonly follow?: boolean;
	/** Seconds. */
	readonly timeout: number;
	readonly json?: boolean;
}

/** Verifies, and sets the exit code. Throws a UserError when it cannot. */
export async function verifyCommand(dir: string, flags: VerifyFlags): Promise<void> {
	const { json, media, concurrency, follow = false, delete: deletes = false } = flags;
	const timeout = flags.timeout * 1000;
	await withTelling(json, async (tell, signal) => {
		let found = await verify(dir, { media, signal, tell });
		const isWrong = found.missing.length + found.corrupt.length > 0;
		if (flags.fix !== undefined && (isWrong || (deletes && found.extra.length > 0))) {
			const options = { concurrency, media, follow, delete: deletes, timeout, signal, tell };
			await fix(dir, flags.fix, found, options);
			found = await verify(dir, { media, signal, tell });
		}
		process.exitCode = exitCodeOf(found);
		if (json) printJson(found);
		else console.log(verificationText(dir, found, flags.fix !== undefined));
	});
}

function printJson(found: Verification): void {
	const { missing, corrupt, extra, ...rest } = found;
	const lines = [
		...missing.map((path) => ({ event: "missing", path })),
		...corrupt.map((path) => ({ event: "corrupt", path })),
		...extra.map((path) => ({ event: "extra", path })),
		{
			event: "verified",
			...rest,
			missing: missing.length,
			corrupt: corrupt.length,
			extra: extra.length,
		},
	];
	for (const line of lines) jsonLine(line);
}

/** Names are shown so far; `--json` has them all. */
const SHOWN = 20;

/** What was found, as people read it. */
export function verificationText(dir: string, found: Verification, wasMended: boolean): string {
	const { missing, corrupt, extra, files, bytes } = found;
	const isWhole = missing.length + corrupt.length === 0;
	const what = found.build === undefined ? "the catalogue" : `build ${found.build.slice(0, 16)}`;
	const fix =
		found.kind === "release"
			? "mend it with --fix URL, where URL has the same build"
			: "mend it with npm run mirror, which brings it up to date";
	return [
		isWhole
			? `${dir} is whole: ${what}, ${files} files, ${sizeText(bytes)}`
			: `${dir} is not whole: ${what}${wasMended ? "" : `; ${fix}`}`,
		...listText("missing", missing),
		...listText("corrupt", corrupt),
		...listText("extra", extra),
	].join("\n");
}

function listText(what: string, paths: readonly string[]): string[] {
	if (paths.length === 0) return [];
	const more = paths.length - SHOWN;
	return [
		`  ${what.padEnd(10)} ${paths.length}`,
		...paths.slice(0, SHOWN).map((path) => `    ${shown(path)}`),
		...(more > 0 ? [`    and ${more} more; --json lists them all`] : []),
	];
}
