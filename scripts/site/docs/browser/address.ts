/** Shows the address that the page is at: mirrors and previews have others than the one it was built for. */

/** The root of the tree that this page belongs to; no trailing slash. */
function siteUrl(): string {
	return new URL("..", location.href).href.replace(/\/$/, "");
}

/** Writes this site's address into the code samples. */
export function showAddress(): void {
	const { site: built } = document.documentElement.dataset;
	const here = siteUrl();
	if (built === undefined || built === here) return;
	for (const code of document.querySelectorAll("pre code")) {
		code.textContent = (code.textContent ?? "").replaceAll(built, here);
	}
}
