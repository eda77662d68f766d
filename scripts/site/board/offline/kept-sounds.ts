/** While the device is offline, shows which clips cannot sound: those whose sounds it has not kept. */
import { notify } from "../parts/messages/notice.ts";
import { clipOf, markReach } from "../parts/tile/tile.ts";

/** The URLs of the sounds on this device; undefined if nothing knows. */
type ReadKept = () => Promise<ReadonlySet<string> | undefined>;

export class KeptSounds {
	readonly #read: ReadKept;
	/** Undefined while any clip may sound. */
	#kept: ReadonlySet<string> | undefined;
	/** Whether it was said what the look of such clips means. */
	#isExplained = false;

	constructor(read: ReadKept) {
		this.#read = read;
		addEventListener("offline", () => this.#follow());
		addEventListener("online", () => this.#follow());
		if (!navigator.onLine) this.#follow();
	}

	/** Shows whether the clip of a tile can sound. */
	mark(tile: HTMLElement): void {
		const clip = clipOf(tile);
		if (clip === undefined) return;
		const isKept = this.#kept?.has(new URL(clip.sound).href) ?? true;
		markReach(tile, isKept);
		if (isKept || this.#isExplained) return;
		this.#isExplained = true;
		notify(["You’re offline. Dimmed clips aren’t saved on this device."]);
	}

	async #follow(): Promise<void> {
		const kept = navigator.onLine ? undefined : await this.#read();
		// It may be back by now.
		this.#kept = navigator.onLine ? undefined : kept;
		this.#isExplained = false;
		for (const tile of document.querySelectorAll<HTMLElement>(".clip[data-slug]")) this.mark(tile);
	}
}
