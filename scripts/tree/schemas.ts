/** The pointer and the manifest as zod schemas: for whoever must check them in full, and for the API's description. */
import { z } from "zod";
import type { Manifest } from "./manifest.ts";
import { FORMAT_VERSION, type Pointer } from "./pointer.ts";

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits");
const version = z.literal(FORMAT_VERSION).describe("Version of this format.");
const baseUrl = z.url().describe("The address in the links of stored pages; no trailing slash.");

export const pointerSchema = z.object({
	version,
	build: sha256.describe("Id of the build: equal ids, equal files."),
	base_url: baseUrl,
	media: z
		.enum(["local", "remote"])
		.describe("Whether the media are published beside the pages, or live elsewhere."),
	count: count.describe("Number of clips in the catalogue."),
	shards: z.string().describe("The folder of the search shards."),
	manifest: z.object({ bytes: count, sha256 }).describe("Size and SHA-256 of `manifest.json`."),
}) satisfies z.ZodType<Pointer>;

export const manifestSchema = z.object({
	version,
	build: sha256.describe("Id of the build."),
	base_url: baseUrl,
	files: z
		.array(
			z.object({
				path: z.string().min(1).describe("From the root of the tree, without a leading slash."),
				bytes: count,
				sha256,
			}),
		)
		.describe("Every file but `manifest.json` and `latest.json`, sorted by path."),
}) satisfies z.ZodType<Manifest>;
