/** The script of a documentation page: puts the address of this site into the code samples, switches their language, and copies them. */
import { recall, remember } from "../../board/page/device.ts";

const LANGUAGE = "language";
const COPIED_MS = 1500;

/** Replaces the original address of the site, because mirrors and previews have a different one. */
function showAddress(): void {
	const { site: built } = document.documentElement.dataset;
	const address = new URL("..", location.href).href.replace(/\/$/, "");
	if (built === undefined || built === address) return;
	for (const code of document.querySelectorAll("pre code")) {
		const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			const text = texts.currentNode as Text;
			text.data = text.data.replaceAll(built, address);
		}
	}
}

/** Shows all samples in one language. Samples that are not available in it show their first language. */
function choose(language: string): void {
	for (const sample of document.querySelectorAll(".sample")) {
		const blocks = [...sample.querySelectorAll("pre")];
		const shown = blocks.find(({ dataset }) => dataset.language === language) ?? blocks[0];
		for (const block of blocks) block.classList.toggle("shown", block === shown);
		for (const button of sample.querySelectorAll<HTMLElement>("[data-choose]")) {
			const isShown = button.dataset.choose === shown?.dataset.language;
			button.setAttribute("aria-pressed", String(isShown));
		}
	}
}

function offerLanguages(): void {
	choose(String(recall(LANGUAGE)));
	for (const button of document.querySelectorAll<HTMLElement>("[data-choose]")) {
		button.addEventListener("click", () => {
			const top = button.getBoundingClientRect().top;
			const { choose: language = "" } = button.dataset;
			choose(language);
			remember(LANGUAGE, language);
			// Samples above changed their height: keep the button under the pointer.
			scrollBy({ top: button.getBoundingClientRect().top - top, behavior: "instant" });
		});
	}
}

/** Shows the copy buttons if the browser allows copying. */
function offerCopies(): void {
	// Missing on pages that are not served over HTTPS. https://developer.mozilla.org/en-US/docs/Web/API/Clipboard
	const clipboard = navigator.clipboard as Clipboard | undefined;
	if (clipboard === undefined) return;
	for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
		button.hidden = false;
		button.addEventListener("click", async () => {
			const shown = button.closest(".sample")?.querySelector("pre.shown");
			button.textContent = await clipboard.writeText(shown?.textContent ?? "").then(
				() => "Copied",
				() => "Not allowed",
			);
			setTimeout(() => {
				button.textContent = "Copy";
			}, COPIED_MS);
		});
	}
}

showAddress();
offerLanguages();
offerCopies();
