/** The listing that every peer writes or serves: the same rows, in the same envelope, from the same catalogue. */
import { readFileSync } from "node:fs";

export const PAGE_SIZE = 10;
const BASE = "http://localhost:3000";

/** The clips of a catalogue, as the API answers them. */
export function readClips(path = process.env.CLIPS) {
	const lines = readFileSync(path, "utf8").split("\n");
	return lines.filter((line) => line !== "").map((line) => rowOf(JSON.parse(line)));
}

function rowOf({ name, slug, sound, color, image = null, description = "", tags = "" }) {
	return {
		name,
		slug,
		sound: `${BASE}/media/sounds/${sound}`,
		color,
		image: image === null ? null : `${BASE}/media/instants_images/${image}`,
		description,
		tags,
	};
}

export function pagesOf(count) {
	return Math.ceil(count / PAGE_SIZE);
}

/** A page of the listing, from 1, as JSON. */
export function listingPage(clips, page) {
	const results = clips.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
	return envelope(clips.length, page, results);
}

export function envelope(count, page, results) {
	const link = (number) => `${BASE}/api/v1/instants/${number === 1 ? "" : `?page=${number}`}`;
	const next = page < pagesOf(count) ? link(page + 1) : null;
	return JSON.stringify({ count, next, previous: page > 1 ? link(page - 1) : null, results });
}
