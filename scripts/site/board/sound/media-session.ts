/** Names what plays where the device shows it, such as its lock screen, and obeys the keys there. https://w3c.github.io/mediasession/ */
import { page } from "../page/page-elements.ts";
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
	if (clips.length === 0) {
		session.playbackState = "none";
		session.metadata = null;
		return;
	}
	session.playbackState = arePaused ? "paused" : "playing";
	session.metadata = new MediaMetadata({
		title: clips.map(({ name }) => name).join(", "),
		artist: page.siteTitle.textContent ?? "",
		artwork: clips.flatMap(({ image }) => (image === null ? [] : { src: image })),
	});
}
