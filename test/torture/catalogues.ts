/** Catalogues that are broken or hostile in any way are published whole, or refused with a message. */
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readCatalogue } from "../../scripts/catalogue/catalogue.ts";
import { UserError } from "../../scripts/console/user-error.ts";
import { Content } from "../../scripts/publish/content.ts";
import { publish } from "../../scripts/publish/publish.ts";
import { clip, ndjson, writeFiles } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { BASE, temporaryFolder } from "../fixtures/published.ts";
import { expectWhole } from "../fixtures/tree-files.ts";
import { below, pick, random, several, type Trial } from "./trial.ts";

const VALUES: readonly unknown[] = [
	...["", " ", "\0", "\ud800", "\u200b", "!!!", "ﷺ", "👩‍🚀", "日本", "a".repeat(2000), "__proto__"],
	...[
		"<script>",
		"../../etc/passwd",
		"javascript:x",
		"//h.test/x",
		"C:\\x",
		"boom.svg",
		"BOOM.mp3",
	],
	...[null, true, -0, 1e308, [], [[]], {}, { toString: 1 }, "2026-11-21"],
];
const FIELDS = ["name", "slug", "sound", "color", "image", "description", "tags", "removed"];
const PIECES = [...'[{}],"\n\r\ufeff\0', "[".repeat(50_000), "\\ud800", Buffer.from([0xff, 0xc0])];
const FILES = ["a.ndjson", "b.json", "C.JSONL", "sub/d.json", "e.csv", "日本.json"];

function record(): unknown {
	const changes = random() < 0.4 ? { [pick(FIELDS)]: pick(VALUES) } : {};
	return random() < 0.05 ? pick(VALUES) : clip({ slug: `clip-${below(1e6)}`, ...changes });
}

function content(file: string): Buffer {
	const records = several(below(20), record);
	const bytes = Buffer.from(file.endsWith(".json") ? JSON.stringify(records) : ndjson(...records));
	if (random() < 0.6) return bytes;
	const at = below(bytes.length);
	const inserted = Buffer.from(pick(PIECES) as string);
	return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + below(2))]);
}

async function build(data: string, out: string): Promise<void> {
	const content = new Content({ base: BASE, media: `${BASE}/media` });
	const onRecord = content.add.bind(content);
	const { media } = await readCatalogue(data, { media: "local", onRecord });
	await publish(content, { out, dataDir: data, media: "local", mediaFiles: media, maxFiles: 500 });
}

export const HOSTILE: Trial = {
	what: "catalogues that are broken or hostile",
	holds: "are published whole, or refused with a message",
	times: [5000, 20],
	prepare: async () => async () => {
		const place = temporaryFolder();
		const [data, out] = [join(place, "data"), join(place, "dist")];
		writeFiles(data, { "media/sounds/boom.mp3": random() < 0.9 ? MP3 : "boom" });
		const files = FILES.filter(() => random() < 0.3);
		for (const file of files) writeFiles(data, { [file]: content(file) });
		if (random() < 0.1) symlinkSync("/etc/passwd", join(data, pick(["x.json", "x"])));
		try {
			await build(data, out);
			await expectWhole(out);
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			expect(error.report).toMatch(/\S/);
			expect(existsSync(out)).toBe(false);
		}
		rmSync(place, { recursive: true });
		return 1;
	},
};
