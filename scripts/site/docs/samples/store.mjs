import { createHash } from "node:crypto";

const site = "http://localhost:3000";

/** @param {string} folder @param {string} name */
async function read(folder, name, extension = "json") {
	const response = await fetch(`${site}/v1/instants/${folder}/${name}.${extension}`);
	const text = await response.text();
	const sha256 = createHash("sha256").update(text).digest("hex");
	if (sha256 !== name) throw new Error(`${name} is missing or damaged`);
	return text;
}

/** @param {string} folder @param {string} name @param {any} key @returns {Promise<any>} */
async function find(folder, name, key) {
	const { depth, entries } = JSON.parse(await read(folder, name));
	let [entry] = entries;
	for (const other of entries) if (other[0] <= key) entry = other;
	return depth === 1 ? entry : find(folder, entry[1], key);
}

const { packs, slugs } = await (await fetch(`${site}/latest.json`)).json();
const [, file] = await find("slugs", slugs, "drum_roll");
const position = JSON.parse(await read("slugs", file)).drum_roll;
const [first, pack, , ...removed] = await find("packs", packs, position);
let line = position - first;
for (const at of removed) if (at < position - first) line--;
console.log((await read("packs", pack, "ndjson")).split("\n")[line]);
