/** The tree that hosts are tested with, requests that try to leave it, and the check that none of them succeeds. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Host } from "../../scripts/hosts/host.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { publishRecords, temporaryFolderOnDisk } from "../fixtures/published.ts";
import { addFiles, type Send } from "./served-files.ts";

/** Next to the tree, and must never be served. */
const SECRET_FILE = "outside.json";
const SECRET = '{"secret":"outside the tree"}';

/**
 * Publishes the contract's catalogue as `dist` in a new folder, with oddly named files in it and the secret
 * beside it.
 */
export async function contractTree(...hosts: readonly Host[]): Promise<string> {
	const parent = temporaryFolderOnDisk();
	writeFileSync(join(parent, SECRET_FILE), SECRET);
	const how = { parent, folder: join(parent, "dist"), hosts };
	const { folder } = await publishRecords(CONTRACT_CATALOGUE, how);
	addFiles(folder);
	return folder;
}

const UP = ".. %2e%2e %2E. %252e%252e ..%00 %c0%ae%c0%ae %uff0e%uff0e ..; ....".split(" ");
const SLASHES = ["/", "%2f", "%5C", "%252f", "\\"];
/** How far up the secret is: from the root of the tree, from a page of the listing, and from a page for a word. */
const DEPTHS = [1, 4, 5];

/** Relative paths from a folder of the tree to the secret. */
const WAYS = UP.flatMap((up) =>
	SLASHES.flatMap((slash) =>
		DEPTHS.map((depth) => `${up}${slash}`.repeat(depth) + SECRET_FILE.replace(".json", "")),
	),
);
const ABSOLUTE = "/etc/passwd %2fetc%2fpasswd file:///etc/passwd C:%5Cwindows //etc/passwd".split(
	" ",
);

/** Paths that no file system has. */
const IMPOSSIBLE = [
	"/media/%00",
	"/%ZZ",
	`/v1/${"a".repeat(300)}`,
	`/media/${"a".repeat(5000)}.mp3`,
];

/** Every spelling, in every place that becomes part of a path. */
const PATHS = [...WAYS, ...ABSOLUTE]
	.flatMap((way) => [`/api/${way}.json`, `/v1/instants/page/${way}.json`, `/${way}.json`])
	.concat(IMPOSSIBLE);

/** Every spelling in a query, which only the handler reads. */
const QUERIES = [...WAYS, ...ABSOLUTE].flatMap((way) =>
	[
		`page=${way}`,
		`page=1/${way}`,
		`name=${way}`,
		`name=boom/${way}`,
		`format=${way}`,
		`format=json/${way}&name=boom`,
	].map((query) => `/api/v1/instants/?${query}`),
);

const TARGETS = [...PATHS, ...QUERIES];

/** How many requests are enough for a host that maps paths like another host. */
const FEW = 20;

interface TraversalOptions {
	/** Statuses that are allowed besides errors: 200 where a name is searched, or 307 where a path is normalised first. */
	readonly alsoAllowed?: readonly number[];
	readonly isWhole?: boolean;
}

/** One test for all requests: separate titles would tell less than its message does. */
export function testTraversal(
	send: Send,
	{ alsoAllowed = [], isWhole = false }: TraversalOptions = {},
): void {
	const targets = isWhole
		? TARGETS
		: TARGETS.filter((_, i) => i % Math.floor(TARGETS.length / FEW) === 0);
	test(`${targets.length} ways out of the tree lead nowhere`, async () => {
		for (const target of targets) {
			const { status, body } = await send({ method: "GET", target, headers: {} });
			expect([400, 403, 404, 503, ...alsoAllowed], `${target}: ${status}`).toContain(status);
			expect(body, target).not.toMatch(/secret|root:/);
		}
	});
}
