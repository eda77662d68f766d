/**
 * A board of few clips with fixed places: the favourites, or the clips of a link. It fills the window with large
 * domes, each place has a key that plays its clip, and tools arrange and share the board. This code is a separate
 * script, so the board's script passes it the parts that both use.
 */
import type { Instant } from "../../../../contract/instant.ts";
import { afterFrame } from "../../page/after-frame.ts";
import { page, TEXT_FIELD, within } from "../../page/page-elements.ts";
import { SITE_ROOT } from "../../page/site-root.ts";
import type { parsed } from "../../page/trusted.ts";
import type { Player } from "../../sound/player.ts";
import type { Favourites } from "../../state/favourites.ts";
import {
	type Board,
	HOME,
	isBoard,
	MAX_BOARD_TITLE,
	MAX_ON_BOARD,
	viewUrl,
} from "../../state/view.ts";
import type { State } from "../../state/viewer.ts";
import { counted, type notify, UNDOABLE_MS } from "../messages/notice.ts";
import { shareLink } from "../messages/share.ts";
import type { connectDialog, isDialogOpen, openDialog } from "../sheet/dialog.ts";
import type { clipOf } from "../tile/tile.ts";
import { arrange } from "./arrange.ts";
import { largestFit } from "./fit.ts";
import { CODES, printedOnKeys } from "./keys.ts";
import { keyCap, shareDialog, tools } from "./markup.ts";

export interface PadsParts {
	readonly player: Player;
	readonly favourites: Favourites;
	readonly clipOf: typeof clipOf;
	readonly connectDialog: typeof connectDialog;
	readonly isDialogOpen: typeof isDialogOpen;
	readonly notify: typeof notify;
	readonly openDialog: typeof openDialog;
	readonly parsed: typeof parsed;
	/** Removes a clip from the favourites and the board, and offers to undo that. */
	remove(clip: Instant): Promise<void>;
}

/** The maximum length of a name that is read out, in characters. */
const MAX_SAID = 80;

/** The maximum size of a dome, in pixels: a single clip need not fill a large screen. */
const MOST_DOME = 340;

/** The height of the strip at the bottom of the window while a clip plays, in root ems. */
const ROOM_FOR_STRIP = 4;

export class Pads {
	readonly #parts: PadsParts;
	/** The board that is shown: the one in the address, or the favourites. */
	#shown: Board | "favourites" | undefined;
	#count = 0;
	#tools: HTMLElement | undefined;
	/** The labels on the keys, by place. */
	#printed: readonly string[] = [];
	/** Undefined unless the board is being arranged. */
	#arranging: ReturnType<typeof arrange> | undefined;

	constructor(parts: PadsParts) {
		this.#parts = parts;
		addEventListener("resize", () => this.#fit());
		page.layout.addEventListener("change", () => this.#fit());
		page.boardKeys.addEventListener("change", () => this.mark());
		document.addEventListener("keydown", (event) => this.#keyed(event), { capture: true });
		document.addEventListener("fullscreenchange", () => this.#press("fullscreen", isFull()));
		printedOnKeys().then((printed) => {
			this.#printed = printed;
			this.mark();
		});
	}

	/** Turns the clips on the page into a board, or the board back into plain clips. */
	show({ view, phase, results }: State): void {
		// Until the clips are read, the page shows the clips of the previous view.
		if (phase !== "done" && phase !== "failed") return;
		const isShown = isBoard(view) && phase === "done";
		const shown = isShown ? (view.board ?? "favourites") : undefined;
		const count = results?.count ?? 0;
		const isAnother = shown !== this.#shown || count !== this.#count;
		this.#count = count;
		if (shown !== this.#shown) this.#turnTo(shown);
		const canArrange = view.name === "" && this.#count > 1;
		if (!canArrange) this.#endArranging();
		for (const tool of this.#tools?.querySelectorAll("button") ?? [])
			tool.hidden = this.#count === 0 || (tool.matches(".arrange") && !canArrange);
		if (isAnother) this.#fit();
		this.mark();
	}

	/** Labels each place with its key, and adds buttons while the board is being arranged. */
	mark(): void {
		const { clipOf, parsed } = this.#parts;
		for (const cap of page.board.querySelectorAll(".cap")) {
			cap.closest(".push")?.removeAttribute("aria-keyshortcuts");
			cap.remove();
		}
		const hasKeys = this.#shown !== undefined && page.boardKeys.checked;
		for (const [place, key] of hasKeys ? this.#printed.entries() : []) {
			const tile = page.board.children[place];
			if (tile === undefined || clipOf(tile) === undefined) continue;
			tile.querySelector(".push")?.setAttribute("aria-keyshortcuts", key);
			tile.querySelector(".stage")?.append(parsed(keyCap(key), HTMLElement));
		}
		this.#arranging?.addMoves();
	}

	#turnTo(shown: Board | "favourites" | undefined): void {
		this.#endArranging();
		this.#shown = shown;
		this.#tools?.remove();
		this.#tools = undefined;
		if (shown === undefined) return;
		const board = shown === "favourites" ? undefined : shown;
		const markup = tools(board, page.siteTitle.lang, document.fullscreenEnabled);
		this.#tools = this.#parts.parsed(markup, HTMLElement);
		const acts = {
			arrange: () => (this.#arranging ? this.#endArranging() : this.#arrange()),
			keep: () => this.#keep(),
			share: () => (board ? this.#share(location.href, board.title) : this.#askForTitle()),
			fullscreen: () =>
				isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
		};
		for (const [name, act] of Object.entries(acts))
			this.#tools.querySelector(`.${name}`)?.addEventListener("click", act);
		page.tags.before(this.#tools);
	}

	/** Makes the domes as large as the window allows. */
	#fit(): void {
		const { board, layout } = page;
		const isShown = this.#shown !== undefined;
		board.classList.toggle("list", !isShown && layout.value === "list");
		board.classList.toggle("pads", isShown);
		board.classList.remove("filled");
		board.style.removeProperty("--dome");
		const tile = isShown && board.querySelector(".clip:not(.waiting)");
		if (!tile) return;
		const dome = within(tile, ".stage", HTMLElement).offsetWidth;
		const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
		const room = {
			width: board.clientWidth,
			height: innerHeight - board.offsetTop - ROOM_FOR_STRIP * rem,
			gap: Number.parseFloat(getComputedStyle(board).columnGap),
			rest: (tile as HTMLElement).offsetHeight - dome,
		};
		// Clips that are no longer favourites stay on the board until it is shown again.
		const clips = Math.max(this.#count, board.children.length);
		const fit = largestFit(clips, room, MOST_DOME);
		if (fit.dome <= dome) return;
		board.classList.add("filled");
		board.style.setProperty("--columns", String(fit.columns));
		board.style.setProperty("--dome", `${fit.dome}px`);
	}

	#keyed(event: KeyboardEvent): void {
		const { player, clipOf, isDialogOpen } = this.#parts;
		const target = event.target as Element;
		if (this.#shown === undefined || !page.boardKeys.checked || isDialogOpen()) return;
		if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
		if (target.matches(TEXT_FIELD)) return;
		if (event.code === "Space") {
			// On any other control, the key activates that control.
			if (player.isSilent || target.closest(":is(button, a):not(.push)")) return;
			if (!event.repeat) player.pauseAll();
		} else {
			const tile = page.board.children[CODES.indexOf(event.code)];
			const clip = tile && clipOf(tile);
			if (clip === undefined) return;
			if (event.repeat) {
				// A key that is held down plays once.
			} else if (event.shiftKey && !player.isLooping(clip)) player.loop(clip, true);
			else player.press(clip);
		}
		page.board.classList.add("by-key");
		event.preventDefault();
		event.stopPropagation();
	}

	#arrange(): void {
		const { clipOf, favourites, parsed, remove } = this.#parts;
		const moved = (clip: Instant, place: number): void => {
			const shown = [...page.board.children].flatMap((tile) => clipOf(tile)?.slug ?? []);
			const places = new Map(shown.map((slug, i) => [slug, i]));
			const placeOf = ({ slug }: Instant): number => places.get(slug) ?? places.size;
			favourites.replace(favourites.clips.sort((a, b) => placeOf(a) - placeOf(b)));
			// Tiles of clips that are no longer favourites also have places.
			const count = Math.max(this.#count, shown.length);
			this.#say(`${clip.name.slice(0, MAX_SAID)}, place ${place} of ${count}`);
		};
		this.#arranging = arrange({ board: page.board, clipOf, parsed, moved, remove });
		this.#press("arrange", true);
		this.#say(
			"Drag clips to arrange them, or press Alt with an arrow key, or use the buttons on each clip.",
		);
	}

	#endArranging(): void {
		this.#arranging?.end();
		this.#arranging = undefined;
		this.#press("arrange", false);
		this.#say("");
	}

	/** Adds the clips of the board to the favourites, except those that are there already. */
	#keep(): void {
		const { clipOf, favourites, notify } = this.#parts;
		const clips = [...page.board.children].flatMap((tile) => clipOf(tile) ?? []);
		const missing = clips.filter(({ slug }) => !favourites.has(slug));
		if (clips.length === 0) notify(["These clips were removed, so they can’t be kept."]);
		else if (missing.length === 0) {
			notify(["All of these clips are in your favourites already."]);
		} else if (favourites.replace([...favourites.clips, ...missing])) {
			const added = new Set(missing.map(({ slug }) => slug));
			const act = () =>
				void favourites.replace(favourites.clips.filter(({ slug }) => !added.has(slug)));
			const undo = { label: "Undo", act };
			notify([`Added ${counted(missing.length, "clip")} to your favourites.`], undo, UNDOABLE_MS);
		} else notify(["This browser doesn’t let the page save favourites."]);
	}

	#askForTitle(): void {
		const { connectDialog, favourites, isDialogOpen, openDialog, parsed } = this.#parts;
		const { clips } = favourites;
		const slugs = clips.slice(0, MAX_ON_BOARD).map(({ slug }) => slug);
		const isCut = slugs.length < clips.length;
		const note = isCut ? `The link has the first ${slugs.length} of ${clips.length} clips. ` : "";
		const dialog = parsed(shareDialog(MAX_BOARD_TITLE, note), HTMLDialogElement);
		const title = within(dialog, "[name=title]", HTMLInputElement);
		within(dialog, ".share-form", HTMLFormElement).addEventListener("submit", (event) => {
			event.preventDefault();
			event.stopPropagation();
			// At once: a message behind an open dialog is not read out.
			dialog.close();
			const board = { slugs, title: title.value.trim() };
			this.#share(viewUrl(SITE_ROOT, { ...HOME, board }), board.title);
		});
		dialog.addEventListener("close", () => dialog.remove());
		connectDialog(dialog);
		afterFrame(() => {
			// The button may have been pressed twice, or the board may have been left.
			if (isDialogOpen() || this.#tools === undefined) return;
			document.body.append(dialog);
			openDialog(dialog, title);
		});
	}

	async #share(url: string, title: string): Promise<void> {
		const outcome = await shareLink(title || (page.siteTitle.textContent ?? ""), url);
		if (outcome !== undefined) this.#parts.notify(outcome);
	}

	#press(tool: string, isPressed: boolean): void {
		this.#tools?.querySelector(`.${tool}`)?.setAttribute("aria-pressed", String(isPressed));
	}

	/** Says something to screen readers. */
	#say(text: string): void {
		const place = this.#tools?.querySelector("[role=status]");
		if (place) place.textContent = text;
	}
}

function isFull(): boolean {
	return document.fullscreenElement !== null;
}
