/** The volume of all clips, kept on the device. */
import { recall, remember } from "./device.ts";
import { page } from "./page-elements.ts";

const MAX_VOLUME = 100;

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
}
