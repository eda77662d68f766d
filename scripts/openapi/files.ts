/** The operations that read published files by their paths: what any host serves, with or without code. */
import {
	ALL_PATH,
	POINTER_PATH,
	SEARCH_INDEX_PATH,
	SEARCH_MODULE_PATH,
	SIGNATURE_PATH,
} from "../tree/paths.ts";
import { STORE_NAME } from "../tree/store.ts";
import type { Operation, Parameter, PathItem } from "./answer.ts";
import { ref, type Schema, type SchemaName } from "./schemas.ts";

interface PublishedFile extends Omit<Operation, "tags" | "responses"> {
	readonly path: string;
	readonly type: string;
	readonly schema: Schema;
}

function pathParameter(name: string, description: string, schema: Schema): Parameter {
	return { name, in: "path", required: true, description, schema };
}

const PAGE_NUMBER = pathParameter("number", "The page, from 1.", { type: "integer", minimum: 1 });

const NAME_PARAMETER = pathParameter(
	"name",
	"From `latest.json` or an index file. It is the beginning of the file’s SHA-256.",
	{
		type: "string",
		pattern: STORE_NAME.source,
	},
);

function json(
	path: string,
	schema: SchemaName,
	about: Omit<PublishedFile, "path" | "type" | "schema">,
): PublishedFile {
	return { path, ...about, type: "application/json", schema: ref(schema) };
}

const FILES: readonly PublishedFile[] = [
	json("/v1/instants/page/{number}.json", "Page", {
		operationId: "readListingPage",
		summary: "A page of all clips",
		description:
			"The same bytes as the API’s answer to `page=N` without other parameters. All pages of the listing are published, or none: a very large catalogue has none.",
		parameters: [PAGE_NUMBER],
	}),
	json("/v1/instants/name/{key}/{number}.json", "Page", {
		operationId: "readWordPage",
		summary: "A page of the clips with a word",
		description:
			"Not every word has pages: where the API answers, only the words that find the most clips have their first page; elsewhere these get all of theirs first. If there is no page, a search may still find clips.",
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
		description:
			"One `Instant` per line, the oldest first. Left out where it would be larger than hosts take; the packs hold the same lines.",
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
		description: "One `Instant` per line, by position, without those that were removed.",
		parameters: [NAME_PARAMETER],
		type: "application/x-ndjson",
		schema: { type: "string" },
	},
	json("/v1/instants/packs/{name}.json", "IndexNode", {
		operationId: "readPackIndex",
		summary: "Which pack holds which positions",
		description:
			"Entries are `[first position, name, clips, …]`. In the entry of a pack, the numbers after `clips` are the positions whose clips were removed, counted from the first.",
		parameters: [NAME_PARAMETER],
	}),
	json("/v1/instants/search/{name}.json", "SearchFile", {
		operationId: "readSearchFile",
		summary: "A search shard, or which shard holds which words",
		description:
			"A shard gives, for each word, the clips whose names have it. An index file leads to the shards.",
		parameters: [NAME_PARAMETER],
	}),
	json("/v1/instants/slugs/{name}.json", "SlugFile", {
		operationId: "readSlugFile",
		summary: "The position of each slug, or which file holds which slugs",
		description:
			"The position is null if the clip was removed. An index file leads to the other files.",
		parameters: [NAME_PARAMETER],
	}),
	json("/v1/instants/templates/{name}.json", "TemplateFile", {
		operationId: "readTemplateFile",
		summary: "The templates of clip pages, or which file holds them",
		description:
			"The program that answers the API fills them, wherever the page of a clip is not published as a file.",
		parameters: [NAME_PARAMETER],
	}),
	json(SEARCH_INDEX_PATH, "SearchIndex", {
		operationId: "readSearchIndex",
		summary: "The whole search index",
		description:
			"A MiniSearch index of all names. The `id` of a match is the line of its clip in `all.ndjson`, from 0. Left out where it would be larger than 5 MB: beyond some 40,000 clips.",
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
		description:
			"Small: read it to find out whether anything has changed. It names the first index file of the packs, the shards, the slugs and the manifest.",
	}),
	{
		path: SIGNATURE_PATH,
		operationId: "readSignature",
		summary: "The signature of the pointer",
		description: "Only of signed releases: `minisign -V -P KEY -m latest.json` checks it.",
		type: "text/plain",
		schema: { type: "string" },
	},
	json("/manifest/{name}.json", "ManifestFile", {
		operationId: "readManifestFile",
		summary: "Size and SHA-256 of published files",
		description:
			"Every file is listed except packs, shards, slug files and index files, whose names are their hashes, and files for hosts. An index file leads to the other parts.",
		parameters: [NAME_PARAMETER],
	}),
];

export function publishedFiles(): Record<string, PathItem> {
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
