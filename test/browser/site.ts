/** Sites for the tests of the soundboard: small catalogues with real sounds, published and served. */
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCatalogue } from "../../scripts/catalogue/catalogue.ts";
import { type Preview, startPreview } from "../../scripts/preview/server.ts";
import { MAX_FILES, publish } from "../../scripts/publish/publish.ts";
import { dataFolder, ndjson } from "../fixtures/data-folder.ts";
import type { RawInstant } from "../fixtures/published.ts";

/** A sound of half a second or more, which a browser takes some time to play. */
const SOUND = readFileSync(new URL("../../data/media/sounds/air-horn.mp3", import.meta.url));
const PICTURE =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="5" cy="5" r="4"/></svg>';

/** Publishes clips, which all sound alike, into a folder; all but their names may be left out. */
export async function publishSite(
	parent: string,
	records: readonly RawInstant[],
	{ base = "http://built.test", out = mkdtempSync(join(parent, "site-")), mediaUrl = "" } = {},
): Promise<string> {
	const full = records.map((record, i) => ({
		slug: `clip-${i}`,
		sound: `${i % 3}.mp3`,
		color: "FF8800",
		...record,
	}));
	const data = dataFolder(parent, {
		"clips.ndjson": ndjson(...full),
		"media/sounds/0.mp3": SOUND,
		"media/sounds/1.mp3": SOUND,
		"media/sounds/2.mp3": SOUND,
		"media/instants_images/dot.svg": PICTURE,
	});
	const media = mediaUrl === "" ? "local" : "remote";
	await publish(await readCatalogue(data, { media }), {
		out,
		dataDir: data,
		urls: { base, media: mediaUrl || `${base}/media` },
		media,
		maxFiles: MAX_FILES,
	});
	return out;
}

/** Publishes clips and serves them with the edge rule. */
export async function startSite(
	parent: string,
	records: readonly RawInstant[],
	options: Parameters<typeof publishSite>[2] = {},
): Promise<{ folder: string; preview: Preview }> {
	const folder = await publishSite(parent, records, options);
	return { folder, preview: await startPreview(folder, 0) };
}
