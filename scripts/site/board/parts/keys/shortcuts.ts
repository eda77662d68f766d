/**
 * Keyboard shortcuts: `/` starts a search, Enter plays the first result, R plays a random clip, Escape stops
 * everything, and `?` lists the shortcuts.
 */

import { isEmbedded, page, TEXT_FIELD } from "../../page/page-elements.ts";
import type { Player } from "../../sound/player.ts";
import { isBoard } from "../../state/view.ts";
import type { Viewer } from "../../state/viewer.ts";
import { isDialogOpen } from "../sheet/dialog.ts";
import { clipOf, pushOf } from "../tile/tile.ts";

export function connectShortcuts(
	player: Player,
	viewer: Viewer,
	searchNow: () => Promise<void>,
	showOptions: () => void,
): void {
	document.addEventListener("keydown", (event) => {
		if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
		const isSearching = event.target === page.search;
		const isTyping = (event.target as HTMLElement).matches(TEXT_FIELD);
		// A frame has no search, and no room for the options.
		const isKey = !isTyping && !isEmbedded;
		if (isDialogOpen() || (isTyping && !isSearching)) return;
		if (event.key === "/" && isKey) {
			event.preventDefault();
			page.search.focus();
			page.search.select();
		} else if (
			event.key.toLowerCase() === "r" &&
			isKey &&
			!event.repeat &&
			!isBoard(viewer.state.view)
		) {
			// On a board, this key plays a clip.
			page.random.click();
		} else if (event.key === "?" && isKey) {
			event.preventDefault();
			page.options.classList.add("by-key");
			showOptions();
		} else if (event.key === "Escape") {
			// The first press stops the sound, the next one clears the search.
			if (!player.isSilent) event.preventDefault();
			else if (isSearching || page.search.value !== "") leaveSearch(event);
			player.stopAll();
		}
	});
	page.search.addEventListener("keydown", async (event) => {
		if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
		if (event.key === "ArrowDown") {
			event.preventDefault();
			firstPush()?.focus();
		} else if (event.key === "Enter") {
			event.preventDefault();
			await searchNow();
			const push = firstPush();
			const clip = push && clipOf(push);
			if (viewer.state.phase !== "done" || push === undefined || clip === undefined) return;
			// On a phone, this key closes the keyboard, and nobody expects a sound.
			if (matchMedia("(hover: none)").matches) return page.search.blur();
			viewer.settle();
			push.focus();
			if (player.stateOf(clip) === "silent") player.press(clip);
		}
	});
}

function firstPush(): HTMLButtonElement | undefined {
	const item = page.board.querySelector("[data-slug]");
	return item === null ? undefined : pushOf(item);
}

function leaveSearch(event: KeyboardEvent): void {
	event.preventDefault();
	if (page.search.value === "") page.search.blur();
	else {
		page.search.value = "";
		page.search.dispatchEvent(new Event("input"));
	}
}
