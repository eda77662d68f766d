/** Says before anything is painted that the page stands in a frame of another site, so that nothing moves in it. */
if (new URLSearchParams(location.search).has("embed"))
	document.documentElement.classList.add("embedded");
