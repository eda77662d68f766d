/** What is tried, how often, and what has to hold. */
import { random as seeded } from "../fixtures/generated-names.ts";
import { temporaryFolder } from "../fixtures/published.ts";

export interface Trial {
	readonly what: string;
	readonly holds: string;
	/** How often it is tried at most: in `npm run torture`, and as one of the tests. */
	readonly times: readonly [torture: number, test: number];
	/** The longest that it may take in `npm run torture`; 1 by default. */
	readonly minutes?: number;
	/** The result tries once or more, and returns how often. It throws if something does not hold. */
	prepare(): Promise<() => Promise<number>>;
}

/** Whether this is `npm run torture`. */
export const IS_LONG = process.env.TORTURE !== undefined;
/** Chooses what is tried. To repeat a run, set the variable to what it printed. */
export const SEED = Number(process.env.SEED ?? (IS_LONG ? Date.now() % 1e9 : 1));

export const random = seeded(SEED);

export function below(limit: number): number {
	return Math.floor(random() * limit);
}

export function pick<T>(items: readonly T[]): T {
	return items[below(items.length)] as T;
}

/** `count` results of calling `make`. */
export function several<T>(count: number, make: (i: number) => T): T[] {
	return Array.from({ length: count }, (_, i) => make(i));
}

/** For the files of all trials. */
export const parent = temporaryFolder();
