/** Makes the sample catalogue heard and seen: a sound and a drawing for every instant in data/. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readCatalogue } from "../catalogue/catalogue.ts";
import type { CatalogueInstant } from "../catalogue/instant.ts";
import type { MediaFolder } from "../contract/links.ts";
import { diceFor } from "./dice.ts";
import { draw } from "./drawings.ts";
import { clipFor } from "./families.ts";
import { id3Tag } from "./id3.ts";
import { master } from "./master.ts";
import { type EncodeMp3, loadEncoder } from "./mp3.ts";
import { MARK } from "./origin.ts";
import { render } from "./synth.ts";

const DATA = relative(process.cwd(), fileURLToPath(new URL("../../data", import.meta.url)));

/** Files to be, each with the first instant that names it: instants may share their media. */
type Wanted = ReadonlyMap<string, CatalogueInstant>;

async function makeMedia(): Promise<string> {
	// Media that "live elsewhere" need not exist yet: making them is what this program is for.
	const { instants } = await readCatalogue(DATA, { media: "remote" });
	const encode = await loadEncoder();
	const sounds = wanted(instants, ({ sound }) => sound.path);
	const images = wanted(instants, ({ image }) => image?.path);
	const kept = [
		...(await writeAll("sounds", sounds, (_, instant) => makeSound(instant, encode))),
		...(await writeAll("instants_images", images, (path, { color }) => draw(path, color))),
	];
	const made = `${instants.length} instants: ${sounds.size} sounds and ${images.size} images in ${join(DATA, "media")}`;
	return kept.length === 0 ? made : `${made}, but these are yours and stay: ${kept.join(", ")}`;
}

function wanted(
	instants: readonly CatalogueInstant[],
	pathOf: (instant: CatalogueInstant) => string | undefined,
): Wanted {
	const byPath = new Map<string, CatalogueInstant>();
	for (const instant of instants) {
		const path = pathOf(instant);
		if (path !== undefined && !byPath.has(path)) byPath.set(path, instant);
	}
	return byPath;
}

function makeSound({ slug, name }: CatalogueInstant, encode: EncodeMp3): Uint8Array {
	const clip = clipFor(slug, diceFor(slug));
	return Buffer.concat([id3Tag(name), encode(master(render(clip, slug)))]);
}

/** Writes every file, but for those that somebody else made; returns the paths of these. */
async function writeAll(
	folder: MediaFolder,
	files: Wanted,
	make: (path: string, instant: CatalogueInstant) => Uint8Array | string,
): Promise<string[]> {
	const kept: string[] = [];
	for (const [path, instant] of files) {
		const file = join(DATA, "media", folder, path);
		if (await isForeign(file)) {
			kept.push(`${folder}/${path}`);
			continue;
		}
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, make(path, instant));
	}
	return kept;
}

/** A recording of your own must survive this program, whatever it is called. */
async function isForeign(file: string): Promise<boolean> {
	try {
		const bytes = await readFile(file);
		return bytes.length > 0 && !bytes.includes(MARK);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
		throw error;
	}
}

try {
	console.log(await makeMedia());
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
