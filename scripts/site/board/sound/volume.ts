/** The volume of all clips, stored on the device. */
import { recall, remember } from "../page/device.ts";
import { page, within } from "../page/page-elements.ts";

const MAX_VOLUME = 100;

/** Calls `changed` with the volume, from 0 to 1, at once and on every change. */
export function connectVolume(changed: (volume: number) => void): void {
	const kept = recall("volume");
	if (typeof kept === "number" && kept >= 0 && kept <= MAX_VOLUME) page.volume.value = String(kept);
	let before = MAX_VOLUME;
	const set = (): void => {
		const volume = page.volume.valueAsNumber;
		if (volume > 0) before = volume;
		page.mute.ariaPressed = String(volume === 0);
		const icon = volume === 0 ? "#i-muted" : "#i-volume";
		within(page.mute, "use", SVGUseElement).setAttribute("href", icon);
		changed(volume / MAX_VOLUME);
	};
	const setByHand = (): void => {
		set();
		remember("volume", page.volume.valueAsNumber);
	};
	page.volume.addEventListener("input", setByHand);
	page.mute.addEventListener("click", () => {
		page.volume.valueAsNumber = page.volume.valueAsNumber > 0 ? 0 : before;
		setByHand();
	});
	set();
}
