/** The search field: a search starts when typing pauses. */
import { page } from "./page-elements.ts";

/** Longer than between two keystrokes: each search takes some milliseconds. */
const PAUSE_MS = 120;

interface SearchFieldEvents {
	/** Typing paused, or the search should not wait for that. */
	typed(name: string): Promise<void>;
	/** The field was left after typing. */
	settled(): void;
}

export class SearchField {
	readonly #events: SearchFieldEvents;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(events: SearchFieldEvents) {
		this.#events = events;
		page.search.addEventListener("input", () => {
			this.cancel();
			this.#timer = setTimeout(() => this.searchNow(), PAUSE_MS);
		});
		page.search.addEventListener("change", () => events.settled());
		page.search.form?.addEventListener("submit", (event) => event.preventDefault());
	}

	/** Shows a search without starting it. */
	show(name: string): void {
		// Assigning the same text would move the cursor.
		if (page.search.value !== name) page.search.value = name;
	}

	searchNow(): Promise<void> {
		this.cancel();
		return this.#events.typed(page.search.value);
	}

	/** Drops a search that is waiting for typing to pause. */
	cancel(): void {
		clearTimeout(this.#timer);
	}
}
