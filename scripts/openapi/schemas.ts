/** The shapes of what is published, as zod schemas: unlike `data/`, with complete URLs and every field there. */
import { z } from "zod";
import { instantSchema } from "../catalogue/instant.ts";
import type { Instant, InstantField } from "../contract/instant.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import { type Dictionary, SHARD_VERSION } from "../search/shard.ts";
import { manifestSchema, pointerSchema } from "../tree/schemas.ts";
import { CLIP, MANIFEST, PAGE, POINTER } from "./examples.ts";

const count = z.int().min(0);

const instant = z
	.object({
		name: z.string().min(1).describe("What people see and search for."),
		slug: instantSchema.shape.slug.describe("Unique in the catalogue."),
		sound: z.url().describe("Complete URL of an MP3 file."),
		color: instantSchema.shape.color.describe("Six hexadecimal digits, without `#`."),
		image: z.url().nullable().describe("Complete URL of an image, or null without one."),
		description: z.string().describe("Free text; may be empty."),
		tags: z.string().describe("Free text; may be empty."),
	} satisfies { readonly [F in InstantField]: z.ZodType<Instant[F]> })
	.meta({ description: "A sound clip.", examples: [CLIP] });

const page = z
	.object({
		count: count.describe("Number of clips on all pages."),
		next: z.url().nullable().describe("The next page, or null on the last one."),
		previous: z.url().nullable().describe("The page before, or null on the first one."),
		results: z.array(instant).max(PAGE_SIZE).describe(`The clips, at most ${PAGE_SIZE}.`),
	})
	.meta({ description: "A page of clips.", examples: [PAGE] });

const description = z
	.object({
		name: z.string(),
		description: z.string(),
		renders: z.array(z.string()).describe("Media types of answers."),
		parses: z.array(z.string()).describe("Media types of request bodies: none."),
	})
	.meta({ description: "What the endpoint is." });

const detail = z
	.object({
		detail: z.string().describe("What is wrong."),
	})
	.meta({ description: "Why the request failed." });

const nameFault = z
	.object({ name: z.array(z.string()).min(1).describe("What is wrong with the name.") })
	.meta({ description: "Why a name cannot be searched." });

const pointer = pointerSchema.meta({
	description: "Which build is published.",
	examples: [POINTER],
});

const manifest = manifestSchema.meta({
	description: "Every published file.",
	examples: [MANIFEST],
});

const dictionary: z.ZodType<Dictionary & { readonly sum: number }> = z
	.object({
		sum: count.describe("Checksum of all that follows this field in the file."),
		version: z.literal(SHARD_VERSION).describe("Version of the shards."),
		folder: z.string().describe("The folder of the shards: a hash of what is in them."),
		first: z.array(z.string()).describe("The first word of each shard."),
		sums: z.array(count).describe("The checksum of each shard."),
		count: count.describe("Number of clips."),
		average: z.number().describe("Average number of different words in a name."),
		longest: count.describe("The most different words in any name."),
	})
	.meta({ description: "Which search shard holds which words." });

const shard = z
	.record(z.string(), z.array(count))
	.meta({ description: "The clips that have each word, as a compressed list of numbers." });

const searchIndex = z
	.looseObject({ documentCount: count, serializationVersion: z.int() })
	.meta({ description: "A MiniSearch index, to be loaded by the module beside it." });

/** All named schemas. */
const SCHEMAS = {
	Instant: instant,
	Page: page,
	Description: description,
	Detail: detail,
	NameFault: nameFault,
	Pointer: pointer,
	Manifest: manifest,
	SearchDictionary: dictionary,
	SearchShard: shard,
	SearchIndex: searchIndex,
} as const;

/** The name of a schema of the document. */
export type SchemaName = keyof typeof SCHEMAS;

/** A reference to a named schema. */
export function ref(name: SchemaName): { $ref: string } {
	return { $ref: `#/components/schemas/${name}` };
}

/** All schemas as JSON Schema 2020-12, which OpenAPI 3.1 uses. https://spec.openapis.org/oas/v3.1.1#schema-object */
export function jsonSchemas(): Record<string, unknown> {
	const registry = z.registry<{ id: string }>();
	for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
	const { schemas } = z.toJSONSchema(registry, {
		// Of output, fields that are not named would be forbidden; later ones may be added.
		io: "input",
		uri: (id) => `#/components/schemas/${id}`,
	});
	return Object.fromEntries(
		Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
	);
}
