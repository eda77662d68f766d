/**
 * Chooses the device that sounds play to, such as a cable into a call. It is a script of its own, which loads with the
 * options, or where a device was chosen before.
 */
import { recall, remember } from "../../page/device.ts";
import { page } from "../../page/page-elements.ts";
import type { Player } from "../../sound/player.ts";
import type { notify } from "../messages/notice.ts";

export interface OutputParts {
	readonly player: Player;
	readonly notify: typeof notify;
}

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

export class Outputs {
	readonly #parts: OutputParts;
	/** The chosen device, which may be gone for now; none for the default one. */
	#chosen = recall(STORED_AS) as Output | undefined | null;

	constructor(parts: OutputParts) {
		this.#parts = parts;
		page.output.addEventListener("change", () => {
			const { value: id, text: label } = page.output.selectedOptions[0] as HTMLOptionElement;
			this.#choose(id === "" ? null : { id, label });
		});
		page.findOutputs.addEventListener("click", () => this.#find());
		devices.addEventListener("devicechange", () => this.#list());
		parts.player.lostOutput = () => this.#sayGone();
		this.#play(this.#chosen);
		this.#list();
	}

	#choose(output: Output | null): void {
		this.#chosen = output;
		remember(STORED_AS, output);
		this.#play(output);
	}

	#play(output: Output | undefined | null): void {
		this.#parts.player.output = output?.id ?? "";
	}

	/** Lists the devices that the browser names, and leaves a chosen one that is gone until it is back. */
	async #list(): Promise<void> {
		const named = (await devices.enumerateDevices())
			.filter(
				({ kind, label, deviceId }) => kind === "audiooutput" && label && deviceId !== "default",
			)
			.map(({ deviceId: id, label }) => ({ id, label }));
		const kept = this.#chosen;
		// A browser may give a device another id in each session.
		const same = ["id", "label"] as const;
		const chosen = same.flatMap((key) => named.find((it) => it[key] === kept?.[key]) ?? [])[0];
		const listed = kept && named.length === 0 ? [kept] : named;
		page.output.replaceChildren(
			new Option("Default output", ""),
			...listed.map(({ id, label }) => new Option(label, id)),
		);
		const hasNames = named.length > 0 && devices.selectAudioOutput === undefined;
		for (const part of [page.findOutputs, page.whyFind]) part.hidden ||= hasNames;
		if (kept && named.length > 0 && chosen === undefined && this.#parts.player.output !== "") {
			this.#play(null);
			this.#sayGone();
		} else if (named.length > 0) this.#play(chosen);
		page.output.value = this.#parts.player.output;
	}

	/** Lets the browser ask for one device, or else for the permission that makes it name all. */
	async #find(): Promise<void> {
		try {
			if (devices.selectAudioOutput !== undefined) {
				const { deviceId: id, label } = await devices.selectAudioOutput();
				this.#choose({ id, label });
			} else {
				const microphone = await devices.getUserMedia({ audio: true });
				for (const track of microphone.getTracks()) track.stop();
			}
		} catch {
			page.whyFind.textContent =
				"The browser did not allow it, so sounds play to the default output.";
		}
		await this.#list();
	}

	#sayGone(): void {
		page.output.value = "";
		const name = this.#chosen?.label ?? "";
		this.#parts.notify(["“", { name }, "” is not there. Sounds play to the default output."]);
	}
}
