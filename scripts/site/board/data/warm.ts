/** Requests sounds that are likely to be pressed, before anybody does. */
import type { Instant } from "../../../contract/instant.ts";
import { SITE_ROOT } from "../page/site-root.ts";

const MOST_CLIPS = 24;
const MOST_BYTES = 3_000_000;

/** Hands on clips, in order, as long as their sounds are not too much. Those of other sites do not say how large they are. */
export async function warmUp(
	clips: readonly Instant[],
	request: (clip: Instant) => void,
): Promise<void> {
	let left = MOST_BYTES;
	const own = new Map(clips.map((clip) => [clip.sound, clip]));
	for (const [sound, clip] of [...own].slice(0, MOST_CLIPS)) {
		if (!sound.startsWith(SITE_ROOT)) continue;
		const { ok, headers } = await fetch(sound, { method: "HEAD" });
		const bytes = Number(headers.get("Content-Length") ?? Number.NaN);
		if (!ok || !(bytes <= left)) continue;
		left -= bytes;
		request(clip);
	}
}
