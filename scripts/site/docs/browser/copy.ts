/** Shows a button above each sample that copies it, where the browser allows that. */

const SHOWN_MS = 1500;

export function addCopyButtons(): void {
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
			}, SHOWN_MS);
		});
	}
}
