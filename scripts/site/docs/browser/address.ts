/** Shows the address that the page is at: mirrors and previews have others than the one it was built for. */

/** Writes this site's address into the code samples. */
export function showAddress(): void {
	const { site: built } = document.documentElement.dataset;
	const here = new URL("..", location.href).href.replace(/\/$/, "");
	if (built === undefined || built === here) return;
	for (const code of document.querySelectorAll("pre code")) {
		code.textContent = (code.textContent ?? "").replaceAll(built, here);
	}
}
