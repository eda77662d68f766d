/** The operations that read published files by their paths: what any host serves, with or without code. */
import { ALL_PATH, POINTER_PATH, SEARCH_INDEX_PATH, SEARCH_MODULE_PATH } from "../tree/paths.ts";
import { ref, type SchemaName } from "./schemas.ts";

interface PublishedFile {
	readonly path: string;
	readonly operationId: string;
	readonly summary: string;
	readonly description: string;
	readonly parameters?: readonly unknown[];
	readonly type: string;
	readonly schema: unknown;
}

function pathParameter(name: string, description: string, schema: unknown): unknown {
	return { name, in: "path", required: true, description, schema };
}

const PAGE_NUMBER = pathParameter("number", "The page, from 1.", { type: "integer", minimum: 1 });

/** Names of the store are the beginning of the SHA-256 of what is in the file. */
const STORE_NAME = pathParameter("name", "As the pointer or an index file names it.", {
	type: "string",
	pattern: "^[0-9a-f]{24}$",
});

function json(
	path: string,
	schema: SchemaName,
	about: Pick<PublishedFile, "operationId" | "summary" | "description" | "parameters">,
): PublishedFile {
	return { path, ...about, type: "application/json", schema: ref(schema) };
}

const FILES: readonly PublishedFile[] = [
	json("/v1/instants/page/{number}.json", "Page", {
		operationId: "readListingPage",
		summary: "A page of all clips",
		description: "The same bytes as the API’s answer to `page=N` without other parameters.",
		parameters: [PAGE_NUMBER],
	}),
	json("/v1/instants/name/{key}/{number}.json", "Page", {
		operationId: "readWordPage",
		summary: "A page of the clips with a word",
		description:
			"Not every word has pages: those that find most clips get theirs first. If there is no first page, a search may still find clips.",
		parameters: [
			pathParameter(
				"key",
				"`w-`, then the word in UTF-8: letters `a-z` and digits unchanged, every other byte as `_hh`.",
				{ type: "string", pattern: "^w-(?:[a-z0-9]|_[0-9a-f]{2})+$" },
			),
			PAGE_NUMBER,
		],
	}),
	{
		path: ALL_PATH,
		operationId: "readAll",
		summary: "The whole catalogue",
		description: "One `Instant` per line, in catalogue order.",
		type: "application/x-ndjson",
		schema: { type: "string" },
	},
	{
		path: `${ALL_PATH}.gz`,
		operationId: "readAllGzipped",
		summary: "The whole catalogue, gzipped",
		description: "The same, compressed.",
		type: "application/gzip",
		schema: {},
	},
	{
		path: "/v1/instants/packs/{name}.ndjson",
		operationId: "readPack",
		summary: "A pack of clips",
		description: "One `Instant` a line, by position. Found through the index files.",
		parameters: [STORE_NAME],
		type: "application/x-ndjson",
		schema: { type: "string" },
	},
	json("/v1/instants/packs/{name}.json", "IndexNode", {
		operationId: "readPackIndex",
		summary: "Which pack holds which positions",
		description:
			"Entries are `[first position, name, clips, …]`; those of packs also name the positions that were removed, counted from the first.",
		parameters: [STORE_NAME],
	}),
	json("/v1/instants/search/{name}.json", "SearchFile", {
		operationId: "readSearchFile",
		summary: "A search shard, or which shard holds which words",
		description: "A shard is an object, an index file has `depth` and `entries`.",
		parameters: [STORE_NAME],
	}),
	json("/v1/instants/slugs/{name}.json", "SlugFile", {
		operationId: "readSlugFile",
		summary: "The position of each slug, or which file holds which slugs",
		description: "Of a removed clip the position is null. An index file has `depth` and `entries`.",
		parameters: [STORE_NAME],
	}),
	json(SEARCH_INDEX_PATH, "SearchIndex", {
		operationId: "readSearchIndex",
		summary: "The whole search index",
		description:
			"A MiniSearch index of all names. The `id` of a match is the position of its clip in the listing, from 0.",
	}),
	{
		path: SEARCH_MODULE_PATH,
		operationId: "readSearchModule",
		summary: "The module for searching the index",
		description: "Exports `MiniSearch` and the `searchOptions` that the index was built with.",
		type: "text/javascript",
		schema: { type: "string" },
	},
	json(POINTER_PATH, "Pointer", {
		operationId: "readPointer",
		summary: "Which build is published",
		description: "Small: read it to find out whether anything has changed.",
	}),
	json("/manifest/{name}.json", "ManifestFile", {
		operationId: "readManifestFile",
		summary: "Every published file that is not in the store",
		description:
			"With sizes and SHA-256, so that a mirror can check what it holds. An index file has `depth` and `entries`.",
		parameters: [STORE_NAME],
	}),
];

/** Path Items of the published files. */
export function publishedFiles(): Record<string, unknown> {
	return Object.fromEntries(
		FILES.map(({ path, type, schema, ...operation }) => [
			path,
			{
				get: {
					...operation,
					tags: ["files"],
					responses: {
						200: { description: "The file.", content: { [type]: { schema } } },
						404: { description: "The file does not exist. The body depends on the host." },
					},
				},
			},
		]),
	);
}
