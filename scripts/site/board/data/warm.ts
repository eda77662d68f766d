/** Requests the sounds that are likely to be played, such as those of favourites, as long as that costs little. */
import type { Instant } from "../../../contract/instant.ts";
import { SITE_ROOT } from "../page/site-root.ts";

const MOST_CLIPS = 24;
const MOST_BYTES = 3_000_000;

/**
 * Requests the first of these sounds, up to a small total size. Sounds on other sites are skipped, because their
 * sizes are not known.
 */
export async function warmAll(
	clips: readonly Instant[],
	player: { warm(clip: Instant): void },
): Promise<void> {
	let left = MOST_BYTES;
	const bySound = new Map(clips.map((clip) => [clip.sound, clip]));
	for (const [sound, clip] of [...bySound].slice(0, MOST_CLIPS)) {
		if (!sound.startsWith(SITE_ROOT)) continue;
		const { headers } = await fetch(sound, { method: "HEAD" });
		const bytes = Number(headers.get("Content-Length") ?? Number.NaN);
		if (!(bytes <= left)) continue;
		left -= bytes;
		player.warm(clip);
	}
}
