/** What services take of a sound, and how many clips of a catalogue are too much for them. */
import { commandLine } from "../console/invocation.ts";

interface Limits {
	readonly name: string;
	/** In seconds. */
	readonly duration: number;
	readonly bytes: number;
}

/** https://support.discord.com/hc/en-us/articles/12612888127767-Soundboard-FAQ */
const LIMITS = {
	discord: { name: "the soundboard of Discord", duration: 5.2, bytes: 512 * 1024 },
} as const satisfies Record<string, Limits>;

export type Service = keyof typeof LIMITS;

export const SERVICES = Object.keys(LIMITS) as readonly Service[];

export interface Size {
	/** Absent if nobody has measured it. */
	readonly duration?: number | undefined;
	/** Absent if the sound is elsewhere. */
	readonly bytes?: number | undefined;
}

/** How many of the sounds fit, as a sentence. */
export function fitText(service: Service, sounds: readonly Size[]): string {
	const limits = LIMITS[service];
	const count = (is: (sound: Size) => boolean): number => sounds.filter(is).length;
	const long = count(({ duration = 0 }) => duration > limits.duration);
	const large = count(({ bytes = 0 }) => bytes > limits.bytes);
	const unknown = count(({ duration }) => duration === undefined);
	const parts = [
		`${long} longer than ${limits.duration} s`,
		`${large} larger than ${limits.bytes / 1024} KiB`,
		...(unknown > 0
			? [`${unknown} of unknown length (to know it: ${commandLine("measure")})`]
			: []),
	];
	return `For ${limits.name}, of ${sounds.length} clips: ${parts.join(", ")}.`;
}
