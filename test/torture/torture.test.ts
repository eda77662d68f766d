/**
 * Tries to break what must never break. `npm run torture` tries for minutes, and prints what it tried; as
 * one of the tests, it tries for seconds.
 */
import { afterAll, expect, test } from "vitest";
import { SEARCHES } from "./answers.ts";
import { HOSTILE } from "./catalogues.ts";
import { DISK_TRIALS } from "./disk.ts";
import { IS_LONG, SEED, type Trial } from "./trial.ts";

const ALL = [...DISK_TRIALS, HOSTILE, SEARCHES];
const mostOf = ({ times: [torture, test] }: Trial): number => (IS_LONG ? torture : test);
const rows: object[] = [];

const TRIALS = ALL.filter((trial) => mostOf(trial) > 0);

test.for(TRIALS.map((trial) => [trial.what, trial.holds, trial] as const))(
	"%s: %s",
	{ timeout: 15 * 60_000 },
	async ([what, holds, trial]) => {
		const { minutes = 1, prepare } = trial;
		const tryOnce = await prepare();
		const deadline = performance.now() + (IS_LONG ? minutes * 60_000 : 1500);
		let tried = 0;
		do {
			tried += await tryOnce().catch((cause) => {
				throw new Error(`SEED=${SEED}, after ${tried}: ${cause.message}`, { cause });
			});
		} while (tried < mostOf(trial) && performance.now() < deadline);
		rows.push({ what, tried, holds });
	},
);

afterAll(() => {
	expect(rows.length).toBeGreaterThan(0);
	if (IS_LONG) console.table(rows);
});
