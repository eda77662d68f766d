/** The volume of all clips, kept on the device. */
import { recall, remember } from "../page/device.ts";
import { page } from "../page/page-elements.ts";

const MAX_VOLUME = 100;

/** Calls `changed` at once and on every change, with 0 to 1. */
export function connectVolume(changed: (volume: number) => void): void {
	page.volumeControl.hidden = !followsVolume();
	const kept = recall("volume");
	if (typeof kept === "number" && kept >= 0 && kept <= MAX_VOLUME) page.volume.value = String(kept);
	const set = (): void => changed(page.volume.valueAsNumber / MAX_VOLUME);
	page.volume.addEventListener("input", () => {
		set();
		remember("volume", page.volume.valueAsNumber);
	});
	set();
}

/** Not on iPhones and iPads, where only the device's own buttons set the volume. https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/Using_HTML5_Audio_Video/Device-SpecificConsiderations/Device-SpecificConsiderations.html */
function followsVolume(): boolean {
	const audio = new Audio();
	audio.volume = 0;
	return audio.volume === 0;
}
