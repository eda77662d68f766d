/** Checks the clips that another site lists, and says why some cannot become records. */
import { faultText } from "../catalogue/problems.ts";
import { explain, instantSchema } from "../catalogue/record-schema.ts";
import { shown } from "../console/text.ts";
import { INSTANT_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import type { Given } from "./import-plan.ts";
import { mediumUrl, pathOfMedium } from "./site-media.ts";
import type { Row } from "./site-rows.ts";

/** A clip of another site that can become a record here. */
export interface SiteClip {
	readonly given: Given;
	readonly sound: URL;
	readonly image: URL | undefined;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Spellings that other servers use: the field, the text, and the value that it stands for. */
const SPELLINGS: readonly (readonly [string, RegExp, (text: string) => unknown])[] = [
	["image", /^$/, () => null],
	["color", /^#[0-9a-f]{6}$/i, (text) => text.slice(1)],
	["duration", NUMBER, Number],
	["gain", NUMBER, Number],
];

/** Returns a clip, or a line that says why the row is not a valid clip. */
export function checkedClip({ place, value }: Row, source: string): SiteClip | string {
	const row = Object(value) as Readonly<Record<string, unknown>>;
	if (row !== value) return `${place} ${shown(value)}: must be a JSON object`;
	const said = withOurSpelling(row);
	const page = new URL(`${source}${API_PATH}`);
	const [sound, image] = [mediumUrl(said.sound, page), mediumUrl(said.image, page)];
	const media = { ...(sound && { sound: "x" }), ...(image && { image: "x" }) };
	const record = { ...said, ...media };
	const { data, error } = instantSchema.safeParse(record);
	if (data !== undefined && sound !== undefined) {
		const paths = {
			sound: pathOfMedium(sound, "sound"),
			image: image === undefined ? null : pathOfMedium(image, "image"),
		};
		return { given: { ...data, ...paths }, sound, image };
	}
	const faults = error === undefined ? [] : explain(record, error);
	const texts = faults.map(
		({ field = "", value: _, ...fault }) => `${field} ${shown(row[field])}: ${faultText(fault)}`,
	);
	return `${place} ${shown(row.slug)}: ${texts.join("; ")}`;
}

/** The fields of a row that records also have. Null counts as missing. */
function withOurSpelling(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const values: Record<string, unknown> = { ...row };
	for (const [field, pattern, meant] of SPELLINGS) {
		const value = values[field];
		if (typeof value === "string" && pattern.test(value)) values[field] = meant(value);
	}
	const known = INSTANT_FIELDS.filter((field) => (values[field] ?? undefined) !== undefined);
	return Object.fromEntries(known.map((field) => [field, values[field]]));
}
