/** Small releases with media, published with the real build. */
import { mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { clip, folderWith, ndjson } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { type DataToPublish, publishData, temporaryFolder } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

/** Deleted after the last test of the run. */
export const parent = realpathSync(temporaryFolder());

/** A new empty folder. */
export function newPlace(): string {
	return mkdtempSync(join(parent, "place-"));
}

export interface PublishedRelease {
	readonly folder: string;
	/** Every file with its size and hash. */
	readonly files: ReturnType<typeof filesIn>;
	readonly build: string;
}

/** An MP3 with its own content: any bytes may follow the audio. */
export function sound(text: string): Buffer {
	return Buffer.concat([MP3, Buffer.from(text)]);
}

/** A picture with its own content. */
export function image(text: string): Buffer {
	return Buffer.concat([PNG, Buffer.from(text)]);
}

/** A data folder with a clip for each name. The sounds depend on `version`, and all share an image. */
function catalogueFolder(names: readonly string[], version = "1"): string {
	const records = names.map((name, i) =>
		clip({ name, slug: `clip-${i}`, sound: `${name}.mp3`, image: "a ü#1.png", tags: "short" }),
	);
	const sounds = names.map((name) => [`media/sounds/${name}.mp3`, sound(`${name} ${version}`)]);
	return folderWith({
		"clips.ndjson": ndjson(...records),
		"media/instants_images/a ü#1.png": image("one for all"),
		...Object.fromEntries(sounds),
	});
}

/** Publishes a data folder with these clips into a folder beside it. */
export async function release(
	names: readonly string[],
	{ version = "1", ...how }: DataToPublish & { readonly version?: string } = {},
): Promise<PublishedRelease> {
	const data = catalogueFolder(names, version);
	const folder = `${data}-tree`;
	const { pointer } = await publishData(data, folder, { maxFiles: 100, ...how });
	return { folder, files: filesIn(folder), build: pointer.build };
}

/** The path of the root of a manifest. */
export function manifestOf({ folder }: PublishedRelease): string {
	const { manifest } = JSON.parse(textOf(folder, "latest.json")) as Pointer;
	return `manifest/${manifest}.json`;
}
