/** Moves favourites between devices: export to a file here, import it there. */

import { type Favourites, favouritesIn } from "../../state/favourites.ts";
import { counted } from "../messages/sentence.ts";

const FILE_NAME = "favourites.json";
const VERSION = 1;
/** A favourite takes some 200 bytes, so a larger file is something else. */
const MAX_BYTES = 5_000_000;

export function exportFile({ stored }: Favourites): void {
	const text = JSON.stringify({ version: VERSION, favourites: stored }, null, "\t");
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
	link.download = FILE_NAME;
	link.click();
	// The download has started by then. https://w3c.github.io/FileAPI/#creating-revoking
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Adds all clips in the chosen file, or none if one is damaged. Returns a sentence about the outcome. */
export async function importFile(
	chosen: HTMLInputElement,
	favourites: Favourites,
): Promise<string> {
	const [file] = chosen.files ?? [];
	try {
		return file === undefined ? "No file was chosen." : await addFrom(file, favourites);
	} catch {
		return "This file could not be read.";
	} finally {
		// Otherwise choosing the same file again would not be a change.
		chosen.value = "";
	}
}

async function addFrom(file: File, favourites: Favourites): Promise<string> {
	if (file.size > MAX_BYTES) return "This file is too large.";
	const json = JSON.parse(await file.text()) as { version?: unknown; favourites?: unknown } | null;
	if (json?.version !== VERSION || !Array.isArray(json.favourites)) {
		return "This is not a favourites file.";
	}
	const clips = favouritesIn(json.favourites);
	const damaged = json.favourites.length - clips.length;
	if (damaged > 0) {
		const are = damaged === 1 ? "is" : "are";
		return `${counted(damaged, "clip")} in this file ${are} damaged, so nothing was added.`;
	}
	favourites.set(clips, true);
	return `${counted(clips.length, "favourite")} added.`;
}
