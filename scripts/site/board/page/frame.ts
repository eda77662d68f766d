/** Marks a page in a frame before anything is painted, so that nothing moves afterwards. */
const query = new URLSearchParams(location.search);
const theme = query.get("theme");
if (query.has("embed")) {
	document.documentElement.classList.add("embedded");
	if (theme === "light" || theme === "dark") document.documentElement.classList.add(theme);
}
