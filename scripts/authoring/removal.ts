/** Replaces clips of a catalogue with removal records, which reserve their positions and slugs. */
import { readCatalogue } from "../catalogue/catalogue.ts";
import { mediaFile } from "../catalogue/media.ts";
import { faultText, type RecordPlace } from "../catalogue/problems.ts";
import { type CatalogueRecord, checkRecord, explain } from "../catalogue/record-schema.ts";
import { shown } from "../console/text.ts";
import { UsageError, UserError } from "../console/user-error.ts";
import { sha256Of } from "../tree/write/read-file.ts";
import { editCatalogue, takeSnapshot } from "./file-edits.ts";
import { rewritten } from "./record-text.ts";

/** The clips to remove, by their slugs. */
type Found = Map<string, { readonly record: CatalogueRecord; readonly place: RecordPlace }>;

/**
 * Removes the clips with these slugs, all or none, and returns them in this order, with their files. Throws a
 * CatalogueError if the catalogue is not valid, and a UserError for an unknown slug or an invalid date
 * (`YYYY-MM-DD`) or reason.
 */
export async function removeClips(
	dataDir: string,
	slugs: readonly string[],
	{ date, reason }: { readonly date: string; readonly reason?: string },
) {
	const fields = { removed: date, ...(reason && { reason }) };
	refuseWrong({ slug: "any", ...fields });
	const found: Found = new Map();
	const wanted = new Set(slugs);
	const before = await takeSnapshot(dataDir);
	await readCatalogue(dataDir, {
		media: "remote",
		onRecord: (record, place) => {
			if (wanted.has(record.slug)) found.set(record.slug, { record, place });
		},
	});
	refuseUnknown(dataDir, wanted, found);
	const clips = [...wanted].flatMap((slug) => found.get(slug) ?? []);
	const places = clips.map(({ place }) => place);
	const texts = new Map<string, string>();
	for (const { record } of clips) {
		const { slug } = record;
		const sha256 = await soundHash(dataDir, record);
		texts.set(slug, JSON.stringify({ slug, ...fields, sha256 }));
	}
	const changes = rewritten(places, (record, slug) => texts.get(slug) ?? record);
	await editCatalogue(changes, before);
	return clips.flatMap(({ record, place }) =>
		"name" in record ? [{ slug: record.slug, name: record.name, file: place.file }] : [],
	);
}

/**
 * The hash of the clip's sound, if the data folder has the file. Later imports recognise the removed clip by this
 * hash.
 */
async function soundHash(dataDir: string, record: CatalogueRecord): Promise<string | undefined> {
	if ("removed" in record) return undefined;
	const file = mediaFile(dataDir, "sound", record.sound);
	return file && (await sha256Of(file));
}

/** Checks the date and the reason against the rules for the record's fields. */
function refuseWrong(record: object): void {
	const { error } = checkRecord(record);
	if (error === undefined) return;
	const options: Readonly<Record<string, string>> = { removed: "--date", reason: "--reason" };
	const lines = explain(record, error).map(
		({ field = "", value, ...fault }) =>
			`${options[field] ?? field} ${shown(value)}: ${faultText(fault)}`,
	);
	throw new UsageError(lines.join("\n"));
}

function refuseUnknown(dataDir: string, wanted: ReadonlySet<string>, found: Found): void {
	const faults = [...wanted].flatMap((slug) => {
		const { record } = found.get(slug) ?? {};
		if (record === undefined) {
			return [`${shown(slug)}: is not the slug of a clip in ${dataDir}; correct it`];
		}
		if (!("removed" in record)) return [];
		return [`${shown(slug)}: was already removed on ${record.removed}; leave it out`];
	});
	if (faults.length > 0) throw new UserError(`${faults.join("\n")}\nNothing was removed.`);
}
