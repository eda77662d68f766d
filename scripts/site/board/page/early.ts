/**
 * Adds classes to a page before anything is painted, so that nothing moves afterwards. They say whether the page
 * is in a frame, needs room for recent clips, or can send files.
 */
const { classList } = document.documentElement;
const root = new URL("../", (document.currentScript as HTMLScriptElement).src).pathname;
const query = new URLSearchParams(location.search);
const theme = query.get("theme");
const files = [new File([], "sound.mp3", { type: "audio/mpeg" })];

if (navigator.canShare?.({ files })) classList.add("sends");

if (query.has("embed")) {
	classList.add("embedded");
	if (theme === "light" || theme === "dark") classList.add(theme);
} else if (location.pathname === root && location.search === "") {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(`instants:${root}:recent`) ?? "");
		if (Array.isArray(kept) && kept.length > 2) classList.add("recents");
	} catch {
		// Nothing is stored, or the browser allows no storage.
	}
}
