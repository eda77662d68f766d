/** The pointer as a zod schema: for whoever must check it in full, and for the API's description. */
import { z } from "zod";
import { FORMAT_VERSION, type Pointer } from "./pointer.ts";

const count = z.int().min(0);
const name = z.string().regex(/^[0-9a-f]{24}$/, "must be 24 lower-case hexadecimal digits");

export const pointerSchema = z.object({
	build: z
		.string()
		.regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits")
		.describe("Id of the build: equal ids, equal files."),
	version: z.literal(FORMAT_VERSION).describe("Version of all formats of the tree."),
	base_url: z.url().describe("The address in the links of stored pages; no trailing slash."),
	media: z
		.enum(["local", "remote"])
		.describe("Whether the media are published beside the pages, or live elsewhere."),
	order: z
		.enum(["first", "newest"])
		.describe("Whether the catalogue is listed from the first record on, or from the last."),
	count: count.describe("Number of clips."),
	positions: count.describe("Number of positions: clips, and records of removed ones."),
	average: z.number().min(0).describe("Average number of different words in a name."),
	longest: count.describe("The most different words in any name."),
	bytes: count.describe("Size of the packs, shards, slug files and their index files together."),
	packs: name.describe("The root index file of the packs."),
	search: name.describe("The root index file of the search shards."),
	slugs: name.describe("The root index file of the slug files."),
	manifest: name.describe("The root index file of the manifest."),
}) satisfies z.ZodType<Pointer>;
