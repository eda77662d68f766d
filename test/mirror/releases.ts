/** Small releases with media, published with the real build. */
import { mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { readCatalogue } from "../../scripts/catalogue/catalogue.ts";
import type { Host } from "../../scripts/hosts/host.ts";
import { publish } from "../../scripts/publish/publish.ts";
import { clip, dataFolder, ndjson } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { BASE, temporaryFolder } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";

/** Removed after the tests of a file. */
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

export function image(text: string): string {
	return `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`;
}

/** A data folder with a clip for each name. The sounds depend on `version`, and all share an image. */
export function catalogueFolder(names: readonly string[], version = "1"): string {
	const records = names.map((name, i) =>
		clip({ name, slug: `clip-${i}`, sound: `${name}.mp3`, image: "a ü#1.svg" }),
	);
	const sounds = names.map((name) => [`media/sounds/${name}.mp3`, sound(`${name} ${version}`)]);
	return dataFolder(parent, {
		"clips.ndjson": ndjson(...records),
		"media/instants_images/a ü#1.svg": image("one for all"),
		...Object.fromEntries(sounds),
	});
}

/** Publishes such a data folder. */
export async function release(
	names: readonly string[],
	{ version = "1", hosts = [] as readonly Host[] } = {},
): Promise<PublishedRelease> {
	const data = catalogueFolder(names, version);
	return await releaseOf(data, hosts);
}

/** Publishes a data folder into a folder beside it. */
export async function releaseOf(
	data: string,
	hosts: readonly Host[] = [],
): Promise<PublishedRelease> {
	const folder = `${data}-tree`;
	const { pointer } = await publish(await readCatalogue(data, { media: "local" }), {
		out: folder,
		dataDir: data,
		urls: { base: BASE, media: `${BASE}/media` },
		media: "local",
		maxFiles: 60,
		hosts,
	});
	return { folder: join(folder), files: filesIn(folder), build: pointer.build };
}
