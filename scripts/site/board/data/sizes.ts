/** Chooses sounds to request before anybody presses them: as many as cost little. */
import type { Instant } from "../../../contract/instant.ts";
import { SITE_ROOT } from "../page/site-root.ts";

const MOST_CLIPS = 24;
const MOST_BYTES = 3_000_000;

/** The first of these clips, as far as their sounds are small together. Those on other sites do not say how large they are. */
export async function* smallOnes(clips: readonly Instant[]): AsyncGenerator<Instant> {
	let left = MOST_BYTES;
	const bySound = new Map(clips.map((clip) => [clip.sound, clip]));
	for (const [sound, clip] of [...bySound].slice(0, MOST_CLIPS)) {
		if (!sound.startsWith(SITE_ROOT)) continue;
		const { ok, headers } = await fetch(sound, { method: "HEAD" });
		const bytes = Number(headers.get("Content-Length") ?? Number.NaN);
		if (!ok || !(bytes <= left)) continue;
		left -= bytes;
		yield clip;
	}
}
