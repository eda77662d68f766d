/** The listing that every peer writes or serves: the same rows, in the same envelope, from the same catalogue. */
import { readFileSync } from "node:fs";

export const PAGE_SIZE = 10;
const BASE = "http://localhost:3000";

/** The clips of the catalogue, as the API answers them. */
export function readClips() {
	const lines = readFileSync(process.env.CLIPS, "utf8").trim().split("\n");
	return lines.map((line) => rowOf(JSON.parse(line)));
}

function rowOf({ name, slug, sound, color, image, description = "", tags = "" }) {
	return {
		name,
		slug,
		sound: `${BASE}/media/sounds/${sound}`,
		color,
		image: image === undefined ? null : `${BASE}/media/instants_images/${image}`,
		description,
		tags,
	};
}

/** A page, as JSON. Pages are numbered from 1. */
export function envelope(count, page, results) {
	const link = (number) => `${BASE}/api/v1/instants/${number === 1 ? "" : `?page=${number}`}`;
	const next = page * PAGE_SIZE < count ? link(page + 1) : null;
	return JSON.stringify({ count, next, previous: page > 1 ? link(page - 1) : null, results });
}
