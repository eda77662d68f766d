/** Marks a page in a frame before anything is painted, so that nothing moves afterwards. */
if (new URLSearchParams(location.search).has("embed"))
	document.documentElement.classList.add("embedded");
