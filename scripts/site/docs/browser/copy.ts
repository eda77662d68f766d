/** A button above each sample that copies it, where the browser allows that. */

const SHOWN_MS = 1500;

/** Undefined on pages without https. https://developer.mozilla.org/en-US/docs/Web/API/Clipboard */
function clipboard(): Clipboard | undefined {
	return navigator.clipboard as Clipboard | undefined;
}

function copyButton(text: () => string): HTMLButtonElement {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "copy";
	button.textContent = "Copy";
	button.addEventListener("click", async () => {
		const done = await clipboard()
			?.writeText(text())
			.then(
				() => "Copied",
				() => "Not allowed",
			);
		button.textContent = done ?? "Not allowed";
		setTimeout(() => {
			button.textContent = "Copy";
		}, SHOWN_MS);
	});
	return button;
}

export function addCopyButtons(): void {
	if (clipboard() === undefined) return;
	for (const group of document.querySelectorAll(".samples")) {
		const shown = () => [...group.querySelectorAll("pre")].find((pre) => pre.checkVisibility());
		group.querySelector(".choices")?.append(copyButton(() => shown()?.textContent ?? ""));
	}
}
