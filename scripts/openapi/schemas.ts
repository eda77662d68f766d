/** Schemas of what the API and the pointer hold, with examples. Unlike in `data/`, no field has a default and URLs are complete. */
import * as z from "zod";
import { instantSchema } from "../catalogue/record-schema.ts";
import type { Instant, InstantField } from "../contract/instant.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import { UNICODE_VERSION } from "../search/unicode-tables.ts";
import type { Pointer } from "../tree/pointer.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { FORMAT_VERSION } from "../tree/store.ts";

/** A reserved domain, so that examples never reach a real server. https://www.rfc-editor.org/rfc/rfc6761 */
export const BASE = "https://clips.example";

const CLIP: Instant = {
	name: "Drum Roll",
	slug: "drum_roll",
	sound: `${BASE}/media/sounds/drum_roll.mp3`,
	color: "8D6E63",
	image: null,
	description: "For the moment before an announcement.",
	tags: "drum, suspense",
	duration: 2.345,
	gain: -4.56,
};

/** The answer to a search for that clip. */
export const PAGE = { count: 1, next: null, previous: null, results: [CLIP] } as const;

/** The list of tags of a catalogue with that clip. */
export const TAGS_PAGE = {
	count: 2,
	next: null,
	previous: null,
	results: [
		{ name: "drum", count: 1 },
		{ name: "suspense", count: 1 },
	],
} as const;

/** The answer to a search without matches. */
export const NO_HIT = { count: 0, next: null, previous: null, results: [] } as const;

const BUILD = "6c0a1b6f0b2c3b1f1d1c5e6d8c8d0a9b7f6e5d4c3b2a190817263544f5e6d7c8";

export const POINTER: Pointer = {
	build: BUILD,
	version: FORMAT_VERSION,
	base_url: BASE,
	media: "local",
	order: "first",
	count: 1,
	positions: 1,
	average: 2,
	longest: 2,
	unicode: UNICODE_VERSION,
	pages: "all",
	bytes: 1024,
	packs: "2f4a0c8e6b1d3957a1c3e5f7",
	search: "092b4d6f8192a3b4c5d6e7f8",
	slugs: "0918273645546372819203a4",
	templates: "c6d7e8f9a0b1c2d3e4f50617",
	manifest: "b5c6d7e8f9000102030405a6",
};

const count = z.int().min(0);

const fields = instantSchema.shape;

const instant = z
	.object({
		name: fields.name.min(1).describe("What people see and search for."),
		slug: fields.slug.describe("Unique in the catalogue."),
		sound: z.url().describe("Complete URL of an MP3 file."),
		color: fields.color.describe("Six hexadecimal digits without `#`."),
		image: z.url().nullable().describe("Complete URL of an image, or null."),
		description: fields.description.unwrap().describe("Free text; may be empty."),
		tags: fields.tags.unwrap().describe("Tags, separated by commas; may be empty."),
		duration: fields.duration.describe(
			"Length of the sound in seconds. Absent if nobody has measured it.",
		),
		gain: fields.gain.describe(
			"What to add to the sound, in dB, to bring it to a loudness of -18 LUFS. Absent if nobody has measured it, or if the sound is silent.",
		),
	} satisfies { readonly [F in InstantField]: z.ZodType<Instant[F]> })
	.meta({ description: "A sound clip.", examples: [CLIP] });

const links = {
	next: z.url().nullable().describe("The next page, or null on the last one."),
	previous: z.url().nullable().describe("The previous page, or null on the first one."),
};

const page = z
	.object({
		count: count.describe("Number of clips on all pages."),
		...links,
		results: z.array(instant).max(PAGE_SIZE).describe(`The clips, at most ${PAGE_SIZE}.`),
	})
	.meta({ description: "A page of clips.", examples: [PAGE] });

const tag = z.object({
	name: z.string().min(1).describe("The tag, as the first clip spells it."),
	count: z.int().min(1).describe("Number of clips that have it."),
});

const tagsPage = z
	.object({
		count: count.describe("Number of tags on all pages."),
		...links,
		results: z.array(tag).max(PAGE_SIZE).describe(`The tags, at most ${PAGE_SIZE}.`),
	})
	.meta({ description: "A page of tags.", examples: [TAGS_PAGE] });

const description = z
	.object({
		name: z.string(),
		description: z.string(),
		renders: z.array(z.string()).describe("Media types of responses."),
		parses: z.array(z.string()).describe("Media types of request bodies (none)."),
	})
	.meta({ description: "Description of the endpoint." });

const detail = z
	.object({
		detail: z.string().describe("What is wrong."),
	})
	.meta({ description: "Why the request failed." });

const queryFault = z
	.object({
		name: z.array(z.string()).min(1).exactOptional().describe("What is wrong with the name."),
		tag: z.array(z.string()).min(1).exactOptional().describe("What is wrong with the tags."),
	})
	.meta({ description: "Why the name or the tags cannot be searched for." });

const pointer = pointerSchema.meta({
	description: "Which build is published.",
	examples: [POINTER],
});

const SCHEMAS = {
	Instant: instant,
	Page: page,
	TagsPage: tagsPage,
	Description: description,
	Detail: detail,
	QueryFault: queryFault,
	Pointer: pointer,
} as const;

export type Schema = z.core.JSONSchema.BaseSchema;
export type SchemaName = keyof typeof SCHEMAS;

export function ref(name: SchemaName): { $ref: string } {
	return { $ref: `#/components/schemas/${name}` };
}

/** All schemas as JSON Schema 2020-12, which OpenAPI 3.1 uses. https://spec.openapis.org/oas/v3.1.1#schema-object */
export function jsonSchemas(): Record<string, Schema> {
	const registry = z.registry<{ id: string }>();
	for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
	const { schemas } = z.toJSONSchema(registry, {
		// "output" would forbid additional fields, which later versions may add.
		io: "input",
		uri: (id) => `#/components/schemas/${id}`,
	});
	return Object.fromEntries(
		Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
	);
}
