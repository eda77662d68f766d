/** The pointer as a zod schema, to check foreign pointers and to describe them in the OpenAPI document. */
import * as z from "zod";
import { FORMAT_VERSION, STORE_NAME } from "./store.ts";

const count = z.int().min(0);
const name = z.string().regex(STORE_NAME, "must be 64 lower-case hexadecimal digits");

export const pointerSchema = z.object({
	build: z
		.string()
		.regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits")
		.describe("Id of the build. Builds with equal ids have equal files."),
	version: z.literal(FORMAT_VERSION).describe("Version of all file formats."),
	base_url: z.url().describe("The base URL in links and media URLs, without a trailing slash."),
	media: z
		.enum(["local", "remote"])
		.describe("Whether the media are published with the clips or elsewhere."),
	order: z
		.enum(["first", "newest"])
		.describe("Whether the listing starts with the first record or with the newest."),
	count: count.describe("Number of clips."),
	positions: count.describe("Number of positions, including those of removed clips."),
	average: z.number().min(0).describe("Average number of distinct words in a name."),
	longest: count.describe(
		"The most distinct words that can match one name: as many as its words have letters.",
	),
	unicode: z.string().describe("The version of Unicode by which names were split into words."),
	bytes: count.describe(
		"Total size of packs, shards, slug files, lists of tags and their index files, in bytes.",
	),
	packs: name.describe("The root index file of the packs."),
	search: name.describe("The root index file of the search shards."),
	recent: name.optional().describe("The search shard of the newest clips, if they have their own."),
	slugs: name.describe("The root index file of the slug files."),
	tags: name.optional().describe("The root index file of the list of tags, if there are any."),
	templates: name.describe("The root index file of the templates."),
	manifest: name.describe("The root index file of the manifest."),
	listing: name
		.optional()
		.describe("The root index file of the precomputed pages of the listing, if there are any."),
	words: name
		.optional()
		.describe("The root index file of the precomputed pages of words, if there are any."),
	serial: z
		.int()
		.min(1)
		.exactOptional()
		.describe("Grows with every release, if the owner numbers them."),
	published: z.iso
		.datetime()
		.exactOptional()
		.describe("When the release was published, if the owner says so."),
	key: z
		.string()
		.regex(/^[A-Za-z0-9+/]{56}$/, "must be a public key in minisign's format")
		.exactOptional()
		.describe("The public key of a signed release, in minisign's format."),
});
