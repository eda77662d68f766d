/** Shows all code samples in the language that the visitor chose, now or on an earlier visit. */

const KEY = "instants-docs-language";

function choose(language: string): void {
	document.documentElement.dataset.chosen = language;
	for (const button of document.querySelectorAll<HTMLElement>("[data-choose]")) {
		button.setAttribute("aria-pressed", String(button.dataset.choose === language));
	}
}

/** The choice of an earlier visit, unless storage is blocked. */
function remembered(): string | null {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}

function remember(language: string): void {
	try {
		localStorage.setItem(KEY, language);
	} catch {
		// Storage is blocked: the choice holds for this visit.
	}
}

export function offerLanguages(): void {
	const buttons = [...document.querySelectorAll<HTMLElement>("[data-choose]")];
	const known = new Set(buttons.map(({ dataset }) => dataset.choose));
	const { chosen = "" } = document.documentElement.dataset;
	const before = remembered();
	choose(before !== null && known.has(before) ? before : chosen);
	for (const button of buttons) {
		button.addEventListener("click", () => {
			const top = button.getBoundingClientRect().top;
			const language = button.dataset.choose ?? chosen;
			choose(language);
			remember(language);
			// Samples above have changed their height: keep the button under the pointer.
			scrollBy({ top: button.getBoundingClientRect().top - top, behavior: "instant" });
		});
	}
}
