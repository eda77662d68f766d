/** Small sites with real sounds, published and served for the tests of a file. */
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { TreeServer } from "../../scripts/hosts/server/http-server.ts";
import { startPreview } from "../../scripts/hosts/server/preview.ts";
import { folderWith } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import {
	type DataToPublish,
	publishData,
	type RawInstant,
	temporaryFolder,
} from "../fixtures/published.ts";

/** Lasts more than half a second, so that a test can see it play. */
const SOUND = readFileSync(new URL("../../data/media/sounds/air-horn.mp3", import.meta.url));
/** Lasts more than two seconds. */
const LONG_SOUND = Buffer.concat([SOUND, SOUND, SOUND, SOUND, SOUND]);
const parent = temporaryFolder();

interface SiteOptions extends DataToPublish {
	/** A new folder by default. */
	readonly out?: string;
}

/** Publishes clips that all sound alike. Fields other than the name are optional. */
export async function publishSite(
	records: readonly RawInstant[],
	{ out = mkdtempSync(join(parent, "site-")), ...options }: SiteOptions = {},
): Promise<string> {
	const full = records.map((record, i) =>
		"removed" in record
			? { slug: `clip-${i}`, ...record }
			: { slug: `clip-${i}`, sound: `${i % 3}.mp3`, color: "FF8800", ...record },
	);
	const data = folderWith({
		"clips.json": JSON.stringify(full),
		"media/sounds/0.mp3": SOUND,
		"media/sounds/1.mp3": SOUND,
		"media/sounds/2.mp3": SOUND,
		"media/sounds/long.mp3": LONG_SOUND,
		"media/instants_images/dot.png": PNG,
	});
	await publishData(data, out, { base: "http://built.test", ...options });
	return out;
}

/** Clips with numbered names: "Boom 1", "Boom 2" and so on. */
export function numbered(word: string, count: number): RawInstant[] {
	return Array.from({ length: count }, (_, i) => ({ name: `${word} ${i + 1}` }));
}

/** A site that is served while the tests of a group run. */
export interface TestSite {
	readonly origin: string;
	readonly folder: string;
}

/** Publishes clips before the tests of a group and serves them until the tests are done. */
export function testSite(
	records: readonly RawInstant[],
	options: () => SiteOptions = () => ({}),
): TestSite {
	let folder = "";
	let preview: TreeServer | undefined;
	beforeAll(async () => {
		folder = await publishSite(records, options());
		preview = await startPreview(folder, 0);
	});
	afterAll(() => preview?.stop());
	return {
		get origin() {
			return preview?.origin ?? "";
		},
		get folder() {
			return folder;
		},
	};
}
