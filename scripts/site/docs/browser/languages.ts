/** Shows all code samples in the language that the visitor chose, now or on an earlier visit. */
import { recall, remember } from "../../soundboard/device.ts";

const KEY = "language";

function choose(language: string): void {
	document.documentElement.dataset.chosen = language;
	for (const button of document.querySelectorAll<HTMLElement>("[data-choose]")) {
		button.setAttribute("aria-pressed", String(button.dataset.choose === language));
	}
}

export function offerLanguages(): void {
	const buttons = [...document.querySelectorAll<HTMLElement>("[data-choose]")];
	const { chosen = "" } = document.documentElement.dataset;
	const before = recall(KEY);
	choose(buttons.find(({ dataset }) => dataset.choose === before)?.dataset.choose ?? chosen);
	for (const button of buttons) {
		button.addEventListener("click", () => {
			const top = button.getBoundingClientRect().top;
			const language = button.dataset.choose ?? chosen;
			choose(language);
			remember(KEY, language);
			// Samples above have changed their height: keep the button under the pointer.
			scrollBy({ top: button.getBoundingClientRect().top - top, behavior: "instant" });
		});
	}
}
