/** Shows what plays on the device's lock screen, and obeys the keys there. https://w3c.github.io/mediasession/ */
import type { Player } from "./player.ts";

/** Returns what to call whenever something else plays. */
export function obeyMediaKeys(player: Player, site: string): () => void {
	/** Not on all devices. */
	const session = (navigator as { mediaSession?: MediaSession }).mediaSession;
	if (session === undefined) return () => {};
	session.setActionHandler("play", () => player.resumeAll());
	session.setActionHandler("pause", () => player.pauseAll());
	session.setActionHandler("stop", () => player.stopAll());
	return () => {
		const { clips, arePaused } = player.sounding;
		session.playbackState = clips.length === 0 ? "none" : arePaused ? "paused" : "playing";
		session.metadata =
			clips.length === 0
				? null
				: new MediaMetadata({
						title: clips.map(({ name }) => name).join(", "),
						artist: site,
						artwork: clips.flatMap(({ image }) => (image === null ? [] : { src: image })),
					});
	};
}
