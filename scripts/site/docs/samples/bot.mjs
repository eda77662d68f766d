// node bot.mjs search drum roll, complete dru, random, or play drum_roll
const API = "http://localhost:3000/api/v1/instants/";

/**
 * The answer, or undefined if there is no such clip.
 * @param {string} url
 */
async function read(url) {
	const response = await fetch(url);
	if (response.status === 404 || response.status === 410) return undefined;
	if (!response.ok) throw new Error(`${url}: ${response.status}`);
	return response.json();
}

/** @param {string} name */
async function search(name) {
	const { results } = await read(`${API}?${new URLSearchParams({ name })}`);
	return results;
}

async function anyClip() {
	const { count } = await read(API);
	const at = Math.floor(Math.random() * count);
	const page = await read(`${API}?page=${Math.floor(at / 10) + 1}`);
	return page?.results[at % 10];
}

/** @param {{ name: string, sound: string }} [clip] */
function say(clip) {
	console.log(clip ? `${clip.name} ${clip.sound}` : "There is no such clip.");
}

const [, , command, ...words] = process.argv;
const text = words.join(" ");
if (command === "search") say((await search(text))[0]);
if (command === "complete") for (const { name } of await search(text)) console.log(name);
if (command === "random") say(await anyClip());
if (command === "play") say(await read(`${API}${encodeURIComponent(text)}/`));
