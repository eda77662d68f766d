/** Names what plays where the device shows it, such as its lock screen, and obeys the keys there. https://w3c.github.io/mediasession/ */
import { page } from "./page-elements.ts";
import type { Player } from "./player.ts";

/** Not on all devices. */
const session = (navigator as { mediaSession?: MediaSession }).mediaSession;

export function obeyMediaKeys(player: Player): void {
	session?.setActionHandler("play", () => player.resumeAll());
	session?.setActionHandler("pause", () => player.pauseAll());
	session?.setActionHandler("stop", () => player.stopAll());
}

export function nameSounding({ clips, arePaused }: Player["sounding"]): void {
	if (session === undefined) return;
	session.playbackState = clips.length === 0 ? "none" : arePaused ? "paused" : "playing";
	const image = clips.length === 1 ? clips[0]?.image : undefined;
	session.metadata =
		clips.length === 0
			? null
			: new MediaMetadata({
					title: clips.map(({ name }) => name).join(", "),
					artist: page.siteTitle.textContent ?? "",
					artwork: typeof image === "string" ? [{ src: image }] : [],
				});
}
