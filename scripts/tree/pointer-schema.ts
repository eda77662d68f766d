/**
 * The pointer as a zod schema, to check foreign pointers. Its fields are described in mirror/PROTOCOL.md and in
 * openapi/openapi.json.
 */
import * as z from "zod";
import { FORMAT_VERSION, STORE_NAME } from "./store.ts";

const count = z.int().min(0);
const name = z.string().regex(STORE_NAME, "must be 64 lower-case hexadecimal digits");

export const pointerSchema = z.object({
	build: name,
	version: z.literal(FORMAT_VERSION),
	base_url: z.url(),
	media: z.enum(["local", "remote"]),
	order: z.enum(["first", "newest"]),
	count,
	positions: count,
	average: z.number().min(0),
	longest: count,
	unicode: z.string(),
	bytes: count,
	packs: name,
	search: name,
	recent: name.optional(),
	slugs: name,
	tags: name.optional(),
	templates: name,
	manifest: name,
	listing: name.optional(),
	words: name.optional(),
	serial: z.int().min(1).exactOptional(),
	published: z.iso.datetime().exactOptional(),
	key: z
		.string()
		.regex(/^[A-Za-z0-9+/]{56}$/, "must be a public key in minisign's format")
		.exactOptional(),
});
