/** The least that writes the listing: a loop. */
import { mkdirSync, writeFileSync } from "node:fs";
import { listingPage, pagesOf, readClips } from "./listing.mjs";

const folder = `${process.argv[2]}/v1/instants/page`;
mkdirSync(folder, { recursive: true });
const clips = readClips();
for (let page = 1; page <= pagesOf(clips.length); page++) {
	writeFileSync(`${folder}/${page}.json`, listingPage(clips, page));
}
