/** Makes the code samples show this address, in the chosen language, each with a button that copies it. */
import { recall, remember } from "../../board/page/device.ts";

const LANGUAGE = "language";
const COPIED_MS = 1500;

/** Mirrors and previews have other addresses than the one that the page was built for. */
export function showAddress(): void {
	const { site: built } = document.documentElement.dataset;
	const here = new URL("..", location.href).href.replace(/\/$/, "");
	if (built === undefined || built === here) return;
	for (const code of document.querySelectorAll("pre code")) {
		const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			const text = texts.currentNode as Text;
			text.data = text.data.replaceAll(built, here);
		}
	}
}

function choose(language: string): void {
	document.documentElement.dataset.chosen = language;
	for (const button of document.querySelectorAll<HTMLElement>("[data-choose]")) {
		const { languages = "" } = button.closest<HTMLElement>(".samples")?.dataset ?? {};
		const [first, ...others] = languages.split(" ");
		const shown = others.includes(language) ? language : first;
		button.setAttribute("aria-pressed", String(button.dataset.choose === shown));
	}
}

export function offerLanguages(): void {
	const buttons = [...document.querySelectorAll<HTMLElement>("[data-choose]")];
	const { chosen = "" } = document.documentElement.dataset;
	const before = recall(LANGUAGE);
	choose(buttons.find(({ dataset }) => dataset.choose === before)?.dataset.choose ?? chosen);
	for (const button of buttons) {
		button.addEventListener("click", () => {
			const top = button.getBoundingClientRect().top;
			const language = button.dataset.choose ?? chosen;
			choose(language);
			remember(LANGUAGE, language);
			// Samples above have changed their height: keep the button under the pointer.
			scrollBy({ top: button.getBoundingClientRect().top - top, behavior: "instant" });
		});
	}
}

/** Shows the buttons where the browser allows copying. */
export function offerCopies(): void {
	// Missing on pages without https. https://developer.mozilla.org/en-US/docs/Web/API/Clipboard
	const clipboard = navigator.clipboard as Clipboard | undefined;
	for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
		button.hidden = clipboard === undefined;
		button.addEventListener("click", async () => {
			const all = button.closest(".samples")?.querySelectorAll("pre") ?? [];
			const shown = [...all].find((pre) => pre.checkVisibility());
			const copied = clipboard?.writeText(shown?.textContent ?? "");
			button.textContent = await Promise.resolve(copied).then(
				() => "Copied",
				() => "Not allowed",
			);
			setTimeout(() => {
				button.textContent = "Copy";
			}, COPIED_MS);
		});
	}
}
