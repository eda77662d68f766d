/** Runs in each page that `instants dev` serves: reloads it after a build, and shows what is wrong with the catalogue. */
const shown = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).search;

const banner = document.createElement("pre");
banner.setAttribute("role", "alert");
banner.id = "dev-problems";
banner.style.cssText = `position: fixed; z-index: 9999; inset: 0 0 auto; max-height: 50vh; margin: 0;
	padding: 1rem; overflow: auto; white-space: pre-wrap; font: 14px/1.4 monospace; color: #fff; background: #b00020`;

new EventSource("/dev/events").onmessage = ({ data }) => {
	const { build, problems } = JSON.parse(data);
	if (`?${build}` !== shown) location.reload();
	banner.textContent = problems;
	if (problems === "") banner.remove();
	else document.body.append(banner);
};
