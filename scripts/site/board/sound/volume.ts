/** The volume of all clips, stored on the device. */
import { recall, remember } from "../page/device.ts";
import { page } from "../page/page-elements.ts";

const MAX_VOLUME = 100;

/** iOS ignores the value that a script sets, but returns it for up to a tenth of a second. */
const REVERTED_MS = 300;

/** Calls `changed` at once and on every change, with 0 to 1. */
export function connectVolume(changed: (volume: number) => void): void {
	const kept = recall("volume");
	if (typeof kept === "number" && kept >= 0 && kept <= MAX_VOLUME) page.volume.value = String(kept);
	const set = (): void => changed(page.volume.valueAsNumber / MAX_VOLUME);
	page.volume.addEventListener("input", () => {
		set();
		remember("volume", page.volume.valueAsNumber);
	});
	set();
	hideWhereIgnored();
}

/** On iPhones and iPads, only the device's buttons set the volume. https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/Using_HTML5_Audio_Video/Device-SpecificConsiderations/Device-SpecificConsiderations.html */
function hideWhereIgnored(): void {
	const audio = new Audio();
	audio.volume = 0;
	setTimeout(() => {
		page.volumeControl.hidden = audio.volume !== 0;
	}, REVERTED_MS);
}
