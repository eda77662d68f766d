/** Schemas of what is published. Unlike in `data/`, every field is present and URLs are complete. */
import { z } from "zod";
import { instantSchema } from "../catalogue/record-schema.ts";
import type { Instant, InstantField } from "../contract/instant.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { CLIP, INDEX_NODE, PAGE, POINTER } from "./examples.ts";

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const instant = z
	.object({
		name: z.string().min(1).describe("What people see and search for."),
		slug: instantSchema.shape.slug.describe("Unique in the catalogue."),
		sound: z.url().describe("Complete URL of an MP3 file."),
		color: instantSchema.shape.color.describe("Six hexadecimal digits without `#`."),
		image: z.url().nullable().describe("Complete URL of an image, or null."),
		description: z.string().describe("Free text; may be empty."),
		tags: z.string().describe("Free text; may be empty."),
	} satisfies { readonly [F in InstantField]: z.ZodType<Instant[F]> })
	.meta({ description: "A sound clip.", examples: [CLIP] });

const page = z
	.object({
		count: count.describe("Number of clips on all pages."),
		next: z.url().nullable().describe("The next page, or null on the last one."),
		previous: z.url().nullable().describe("The previous page, or null on the first one."),
		results: z.array(instant).max(PAGE_SIZE).describe(`The clips, at most ${PAGE_SIZE}.`),
	})
	.meta({ description: "A page of clips.", examples: [PAGE] });

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

const nameFault = z
	.object({ name: z.array(z.string()).min(1).describe("What is wrong with the name.") })
	.meta({ description: "Why the name cannot be searched." });

const pointer = pointerSchema.meta({
	description: "Which build is published.",
	examples: [POINTER],
});

const storeName = z.string().regex(/^[0-9a-f]{24}$/);

const indexNode = z
	.object({
		depth: z
			.int()
			.min(1)
			.describe("1: the entries lead to files; more: they lead to other index files."),
		entries: z
			.array(z.tuple([z.union([z.string(), count]), storeName], count))
			.describe("The first key of each file, and its name. Sorted by key."),
	})
	.meta({ description: "An index file of the store.", examples: [INDEX_NODE] });

const searchFile = z
	.union([indexNode, z.record(z.string(), z.array(count))])
	.meta({ description: "The clips that have each word, as a list of numbers." });

const slugFile = z
	.union([indexNode, z.record(z.string(), count.nullable())])
	.meta({ description: "The position of the clip that each slug names." });

const manifestFile = z
	.union([indexNode, z.record(z.string(), z.tuple([count, sha256]))])
	.meta({ description: "Size and SHA-256 of each file." });

const searchIndex = z
	.looseObject({ documentCount: count, serializationVersion: z.int() })
	.meta({ description: "A MiniSearch index, to be loaded with the module beside it." });

const SCHEMAS = {
	Instant: instant,
	Page: page,
	Description: description,
	Detail: detail,
	NameFault: nameFault,
	Pointer: pointer,
	IndexNode: indexNode,
	SearchFile: searchFile,
	SlugFile: slugFile,
	ManifestFile: manifestFile,
	SearchIndex: searchIndex,
} as const;

export type SchemaName = keyof typeof SCHEMAS;

export function ref(name: SchemaName): { $ref: string } {
	return { $ref: `#/components/schemas/${name}` };
}

/** All schemas as JSON Schema 2020-12, which OpenAPI 3.1 uses. https://spec.openapis.org/oas/v3.1.1#schema-object */
export function jsonSchemas(): Record<string, unknown> {
	const registry = z.registry<{ id: string }>();
	for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
	const { schemas } = z.toJSONSchema(registry, {
		// "output" would forbid additional fields, which later versions may add.
		io: "input",
		uri: (id) => `#/components/schemas/${id}`,
		override: ({ jsonSchema }) => {
			// Without these a tuple may be shorter or longer than it is.
			if (jsonSchema.prefixItems === undefined) return;
			jsonSchema.minItems = jsonSchema.prefixItems.length;
			jsonSchema.items ??= false;
		},
	});
	return Object.fromEntries(
		Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
	);
}
