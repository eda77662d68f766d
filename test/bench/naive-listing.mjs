/** What a build cannot do without: reads a catalogue in one go and writes a file a page, nothing else. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [file = "", out = ""] = process.argv.slice(2);
const BASE = "http://localhost:3000";
const lines = readFileSync(file, "utf8")
	.split("\n")
	.filter((line) => line !== "");
const clips = lines.map((line) => JSON.parse(line));
mkdirSync(out, { recursive: true });
for (let start = 0; start < clips.length; start += 10) {
	const page = start / 10 + 1;
	const results = clips
		.slice(start, start + 10)
		.map(({ name, slug, sound, color, image = null, description = "", tags = "" }) => ({
			name,
			slug,
			sound: `${BASE}/media/sounds/${encodeURIComponent(sound)}`,
			color,
			image: image === null ? null : `${BASE}/media/instants_images/${encodeURIComponent(image)}`,
			description,
			tags,
		}));
	const link = (/** @type {number} */ number) => `${BASE}/api/v1/instants/?page=${number}`;
	const body = { count: clips.length, next: link(page + 1), previous: link(page - 1), results };
	writeFileSync(`${out}/${page}.json`, JSON.stringify(body));
}
