/**
 * Chooses the device that sounds play through, such as a cable into a call. This code is a separate script, which
 * loads when the options are opened, or if a device was chosen before.
 */
import { recall, remember } from "../../page/device.ts";
import { page } from "../../page/page-elements.ts";
import type { Player } from "../../sound/player.ts";
import type { notify as notifyOfBoard } from "../messages/notice.ts";

interface Output {
	readonly id: string;
	readonly label: string;
}

/** Missing from TypeScript's DOM types. https://www.w3.org/TR/audio-output/ */
interface Devices extends MediaDevices {
	selectAudioOutput?(): Promise<MediaDeviceInfo>;
}

const STORED_AS = "output";

const devices: Devices = navigator.mediaDevices;

/** @param notify the board script's instance, which knows the notice that is shown */
export function connectOutputs(player: Player, notify: typeof notifyOfBoard): void {
	/** The chosen device, which may be disconnected; undefined or null for the default device. */
	let kept = recall(STORED_AS) as Output | undefined | null;

	const play = (output: Output | undefined | null): void => {
		player.output = output?.id ?? "";
	};

	const choose = (output: Output | null): void => {
		kept = output;
		remember(STORED_AS, output);
		play(output);
	};

	const sayGone = (): void => {
		page.output.value = "";
		const name = kept?.label ?? "";
		notify(["“", { name }, "” is not connected. Sounds play through the default output."]);
	};

	/**
	 * Lists the devices that the browser names. If the chosen device is disconnected, uses the default one until it
	 * is back.
	 */
	const list = async (): Promise<void> => {
		const named = (await devices.enumerateDevices())
			.filter(
				({ kind, label, deviceId }) => kind === "audiooutput" && label && deviceId !== "default",
			)
			.map(({ deviceId: id, label }) => ({ id, label }));
		// A device's id may differ from session to session.
		const same = ["id", "label"] as const;
		const chosen = same.flatMap((key) => named.find((it) => it[key] === kept?.[key]) ?? [])[0];
		const listed = kept && named.length === 0 ? [kept] : named;
		page.output.replaceChildren(
			new Option("Default output", ""),
			...listed.map(({ id, label }) => new Option(label, id)),
		);
		const hasNames = named.length > 0 && devices.selectAudioOutput === undefined;
		for (const part of [page.findOutputs, page.whyFind]) part.hidden ||= hasNames;
		if (kept && named.length > 0 && chosen === undefined && player.output !== "") {
			play(null);
			sayGone();
		} else if (named.length > 0) play(chosen);
		page.output.value = player.output;
	};

	/** Lets the browser ask the visitor for a device, or else for the permission without which it names no devices. */
	const find = async (): Promise<void> => {
		try {
			if (devices.selectAudioOutput !== undefined) {
				const { deviceId: id, label } = await devices.selectAudioOutput();
				choose({ id, label });
			} else {
				const microphone = await devices.getUserMedia({ audio: true });
				for (const track of microphone.getTracks()) track.stop();
			}
		} catch {
			page.whyFind.textContent =
				"The browser did not allow this output, so sounds play through the default output.";
		}
		await list();
	};

	page.output.addEventListener("change", () => {
		const { value: id, text: label } = page.output.selectedOptions[0] as HTMLOptionElement;
		choose(id === "" ? null : { id, label });
	});
	page.findOutputs.addEventListener("click", find);
	devices.addEventListener("devicechange", list);
	player.lostOutput = sayGone;
	play(kept);
	list();
}
