/** The soundboard: a client of the API like any other, which shows clips as buttons and plays them. */

/** @typedef {import("../../contract/envelope.ts").Instant} Instant */
/** @typedef {{ count: number, next: string | null, results: Instant[] }} Page */

const search = /** @type {HTMLInputElement} */ (document.querySelector("#search"));
const status = /** @type {HTMLElement} */ (document.querySelector("#status"));
const board = /** @type {HTMLElement} */ (document.querySelector("#board"));
const more = /** @type {HTMLButtonElement} */ (document.querySelector("#more"));

const SEARCH_DELAY_MS = 150;

/** @type {{ audio: HTMLAudioElement, button: HTMLElement } | undefined} */
let playing;
/** @type {string | null} */
let next = null;
let asked = 0;

function stop() {
	playing?.audio.pause();
	playing?.button.setAttribute("aria-pressed", "false");
	playing = undefined;
}

/**
 * @param {HTMLElement} button
 * @param {string} sound
 */
function toggle(button, sound) {
	const wasPlaying = playing?.button === button;
	stop();
	if (wasPlaying) return;
	const audio = new Audio(sound);
	playing = { audio, button };
	button.setAttribute("aria-pressed", "true");
	audio.addEventListener("ended", () => playing?.audio === audio && stop());
	audio.play().catch(() => {
		if (playing?.audio !== audio) return;
		stop();
		status.textContent = `${button.textContent} cannot be played.`;
	});
}

/** @param {Instant} instant */
function clipButton({ name, sound, color, image, description }) {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "clip";
	button.title = description;
	button.setAttribute("aria-pressed", "false");
	button.style.setProperty("--color", `#${color}`);
	const dome = document.createElement("span");
	dome.className = "dome";
	if (image !== null) dome.style.backgroundImage = `url(${JSON.stringify(image)})`;
	const label = document.createElement("span");
	label.className = "name";
	label.dir = "auto";
	label.textContent = name;
	button.append(dome, label);
	button.addEventListener("click", () => toggle(button, sound));
	const item = document.createElement("li");
	item.append(button);
	return item;
}

/**
 * Shows a page of clips. A page that comes later than the answer to a newer question is dropped.
 * @param {string} url
 * @param {boolean} isFirst
 */
async function show(url, isFirst) {
	const question = ++asked;
	try {
		const response = await fetch(url);
		if (!response.ok) throw new Error(`status ${response.status}`);
		const page = /** @type {Page} */ (await response.json());
		if (question !== asked) return;
		if (isFirst) board.replaceChildren();
		board.append(...page.results.map(clipButton));
		const clips = page.count === 1 ? "1 clip" : `${page.count} clips`;
		status.textContent = page.count === 0 ? "Nothing found." : clips;
		next = page.next;
		more.hidden = next === null;
	} catch (error) {
		if (question === asked) status.textContent = `The clips cannot be loaded (${error}).`;
	}
}

function showFirst() {
	const query = search.value === "" ? "" : `?${new URLSearchParams({ name: search.value })}`;
	return show(`api/v1/instants/${query}`, true);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let delay;
search.addEventListener("input", () => {
	clearTimeout(delay);
	delay = setTimeout(showFirst, SEARCH_DELAY_MS);
});
more.addEventListener("click", () => next !== null && show(next, false));
document.addEventListener("keydown", ({ key }) => key === "Escape" && stop());

await showFirst();
