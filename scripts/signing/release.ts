/** The number, date and signature of a release, from the options of `instants build`. */
import { UsageError } from "../console/user-error.ts";
import { readSecretKey } from "./key-file.ts";
import { publicKeyText, signature } from "./minisign.ts";

export interface ReleaseOptions {
	/** The file of the secret key. */
	readonly sign?: string;
	readonly serial?: number;
	/** `YYYY-MM-DDTHH:MM:SSZ` */
	readonly published?: string;
}

/** The fields of the pointer, and the function that signs its text. */
export interface Release extends Omit<ReleaseOptions, "sign"> {
	readonly key?: string;
	readonly sign?: (text: string) => string;
}

/**
 * The release that the options describe. Never reads the clock: the same data and options give the same bytes.
 * Throws UsageError if a release to be signed has no number or date, and a different UserError for an invalid
 * key.
 */
export function releaseOf({ sign: file, ...facts }: ReleaseOptions): Release {
	if (file === undefined) return facts;
	const { serial, published } = facts;
	if (serial === undefined || published === undefined) {
		throw new UsageError(
			"--sign: needs --serial (a number that increases with every release) and --published (the date of the release, or SOURCE_DATE_EPOCH), so that nobody can pass off an old release as new",
		);
	}
	const secret = readSecretKey(file);
	const comment = `file:latest.json serial:${serial} published:${published}`;
	return {
		...facts,
		key: publicKeyText(secret),
		sign: (text) => signature(text, secret, comment),
	};
}

/** The date of the build from the environment. https://reproducible-builds.org/specs/source-date-epoch/ */
export function sourceDate(env: Readonly<Record<string, string | undefined>>): string | undefined {
	const { SOURCE_DATE_EPOCH: seconds } = env;
	if (seconds === undefined || seconds === "") return undefined;
	const date = new Date(/^\d{1,11}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN);
	if (Number.isNaN(date.getTime())) {
		throw new UsageError(
			`SOURCE_DATE_EPOCH=${seconds}: must be a number of seconds since 1970; correct it, or unset it`,
		);
	}
	return timeText(date);
}

/** Parses a date or a time in UTC; undefined for anything else. */
export function parseTime(text: string): string | undefined {
	if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/.test(text)) return undefined;
	const date = new Date(text);
	// JavaScript reads February 30 as March 2.
	const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 19));
	return isReal ? timeText(date) : undefined;
}

function timeText(date: Date): string {
	return `${date.toISOString().slice(0, 19)}Z`;
}
