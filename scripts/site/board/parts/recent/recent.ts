/**
 * The row of the clips that were played last on this device, above the board of all clips. Playing a clip does
 * not change the row: a finger may be on it. The row appears before the first paint, or when the visitor returns
 * to that board or requests a random clip.
 */
import type { Instant } from "../../../../contract/instant.ts";
import { recall, remember } from "../../page/device.ts";
import { page } from "../../page/page-elements.ts";
import { parsed } from "../../page/trusted.ts";
import { clipsAmong, portable } from "../../state/favourites.ts";
import { setTabStop } from "../keys/arrows.ts";
import { WAITING } from "../tile/markup.ts";

const STORED_AS = "recent";

/** How many clips are stored and shown. */
const MOST = 12;

/** With fewer clips there is no row; page/early.ts leaves room from this number on. */
const FEWEST = 3;

const room = document.documentElement.classList;

export class Recent {
	readonly #makeTile: (clip: Instant) => HTMLElement;
	/** Whether a different board is shown. */
	#isAway = false;

	constructor(makeTile: (clip: Instant) => HTMLElement) {
		this.#makeTile = makeTile;
		if (room.contains("recents")) show(this.clips.map(makeTile));
	}

	/** The most recent first. */
	get clips(): Instant[] {
		return clipsAmong(recall(STORED_AS)).slice(0, MOST);
	}

	played(clip: Instant): void {
		const others = this.clips.filter(({ slug }) => slug !== clip.slug);
		remember(STORED_AS, [clip, ...others].slice(0, MOST).map(portable));
	}

	forget(): void {
		remember(STORED_AS, []);
		show([]);
	}

	/** Hides the row, because a different board is shown, or will be shown since the visitor is typing. */
	leave(): void {
		this.#isAway = true;
		show([]);
	}

	/** Shows the row again, because the board of all clips is shown. */
	arrive(): void {
		const { clips } = this;
		if (this.#isAway) show(clips.length < FEWEST ? [] : clips.map(this.#makeTile));
		this.#isAway = false;
	}

	/**
	 * Makes room for a clip in front of the others. Returns a function that puts a clip there; without a clip, it
	 * restores the row.
	 */
	makeRoom(): (clip?: Instant) => HTMLElement | undefined {
		const waiting = parsed(WAITING, HTMLLIElement);
		show([waiting, ...page.recents.children]);
		return (clip) => {
			// The row may have been removed.
			if (!waiting.isConnected) return undefined;
			const tile = clip && this.#makeTile(clip);
			const others = [...page.recents.children].filter(
				(it) => it !== waiting && (it as HTMLElement).dataset.slug !== clip?.slug,
			);
			show(tile ? [tile, ...others] : others);
			return tile;
		};
	}
}

function show(tiles: readonly Element[]): void {
	page.recents.replaceChildren(...tiles.slice(0, MOST));
	room.toggle("recents", tiles.length > 0);
	setTabStop(
		page.recents,
		tiles.find((it) => it.querySelector("button")),
	);
}
