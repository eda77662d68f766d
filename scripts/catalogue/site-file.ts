/** Reads `site.json`, in which the owner of a catalogue names the site. Every field is optional. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { DEFAULT_SITE, type SiteIdentity } from "../contract/site.ts";
import type { Problem } from "./problems.ts";
import { color, explain, recordOf, visibleText } from "./record-schema.ts";
import { readJson } from "./records.ts";

/** The path of the file in the data folder. It is not read as a catalogue file. */
export const SITE_FILE = "site.json";

const SHAPE = {
	title: visibleText(60, "people see it").default(DEFAULT_SITE.title),
	description: visibleText(300, "people see it").default(DEFAULT_SITE.description),
	// https://www.rfc-editor.org/rfc/rfc5646#section-2.1
	language: z
		.string({ error: "must be a string" })
		.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, {
			error: 'must be a language tag, such as "en" or "pt-BR"',
		})
		.default(DEFAULT_SITE.language),
	accent: color.optional(),
	license: visibleText(100, "programs show it").optional(),
};

const FIELDS = Object.keys(SHAPE).join(", ");
const EXPECTED = `a JSON object with some of the fields ${FIELDS}`;
const WHOLE = `the file must contain ${EXPECTED}, and nothing else`;

const siteSchema = recordOf(
	SHAPE,
	WHOLE,
	`unknown field; the fields are ${FIELDS}`,
) satisfies z.ZodType<SiteIdentity>;

/**
 * Reads the file in a data folder, if there is one. If the file is a link, the search for catalogue files reports
 * it.
 */
export async function readSite(
	dataDir: string,
): Promise<{ readonly site: SiteIdentity; readonly problems: readonly Problem[] }> {
	const file = join(dataDir, SITE_FILE);
	let site = DEFAULT_SITE;
	if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return { site, problems: [] };
	const readings = await readJson(file, EXPECTED, false);
	const problems = readings.flatMap((reading): Problem[] => {
		if ("message" in reading) return [reading];
		const { place, record } = reading;
		const { data, error } = siteSchema.safeParse(record);
		site = data ?? site;
		return error ? explain(record, error).map((fault) => ({ place, ...fault })) : [];
	});
	return { site, problems };
}
