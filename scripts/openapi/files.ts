/** Describes the published files, which every host serves. */
import {
	ALL_PATH,
	DICTIONARY_PATH,
	MANIFEST_PATH,
	POINTER_PATH,
	SEARCH_INDEX_PATH,
	SEARCH_MODULE_PATH,
} from "../tree/paths.ts";
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
	json(DICTIONARY_PATH, "SearchDictionary", {
		operationId: "readSearchDictionary",
		summary: "Which search shard holds which words",
		description: "Read this first to search the shards yourself.",
	}),
	json("/v1/instants/search/{folder}/{number}.json", "SearchShard", {
		operationId: "readSearchShard",
		summary: "A search shard",
		description: "Words, and the clips whose names have them.",
		parameters: [
			pathParameter("folder", "The folder named in `terms.json`.", { type: "string" }),
			pathParameter("number", "The shard, from 0.", { type: "integer", minimum: 0 }),
		],
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
	json(MANIFEST_PATH, "Manifest", {
		operationId: "readManifest",
		summary: "Every published file",
		description: "With sizes and SHA-256 hashes, so that a mirror can check its copy.",
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
