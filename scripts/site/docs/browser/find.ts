/** Finds headings in the documentation: the navigation has those of all pages, and shows the ones that match. */
export function offerSearch(): void {
	const field = document.querySelector<HTMLInputElement>("#find");
	const nav = field?.closest("nav");
	if (!field || !nav) return;
	const items = [...nav.querySelectorAll("li")];
	field.addEventListener("input", () => {
		const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
		nav.classList.toggle("searching", words.length > 0);
		for (const item of items) {
			const text = item.textContent.toLowerCase();
			item.hidden = !words.every((word) => text.includes(word));
		}
	});
	field.addEventListener("keydown", ({ key }) => {
		if (key === "Enter" && field.value !== "")
			nav.querySelector<HTMLElement>("li:not([hidden]):not(:has(li)) a")?.click();
	});
}
