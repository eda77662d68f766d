/** The search field: a search starts when typing pauses. */
import { page } from "../../page/page-elements.ts";

/** How long a pause in typing must be: longer than the one between two keystrokes. */
const PAUSE_MS = 120;

/**
 * @param typed called when typing has paused, when the field is cleared, and by `searchNow`
 * @param settled called when the field loses focus after typing
 */
export function connectSearchField(typed: (name: string) => Promise<void>, settled: () => void) {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const cancel = (): void => {
		clearTimeout(timer);
		timer = undefined;
	};
	const searchNow = (): Promise<void> => {
		cancel();
		return typed(page.search.value);
	};
	const searchSoon = (): void => {
		cancel();
		timer = setTimeout(searchNow, PAUSE_MS);
	};
	page.search.addEventListener("input", searchSoon);
	// The visitor may have typed while the script was loading.
	if (page.search.value !== "") searchSoon();
	page.search.addEventListener("change", settled);
	page.search.form?.addEventListener("submit", (event) => event.preventDefault());
	page.search.form?.addEventListener("reset", (event) => {
		event.preventDefault();
		page.search.value = "";
		page.search.focus();
		searchNow();
	});
	return {
		searchNow,
		/** Drops a search that is waiting for typing to pause. */
		cancel,
		/** Shows a search without starting it, unless the visitor is typing a different one. */
		show: (name: string): void => {
			// Assigning the same text would move the cursor.
			if (timer === undefined && page.search.value !== name) page.search.value = name;
		},
	};
}
