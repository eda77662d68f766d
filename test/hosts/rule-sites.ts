/** Trees as hosts without code want them: small ones to read, and catalogues that try a configuration. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Host, TreeFacts } from "../../scripts/hosts/host.ts";
import { besideFolder } from "../../scripts/publish/host-files.ts";
import { named, publishRecords, type RawInstant } from "../fixtures/published.ts";
import { plantSecret } from "./traversal.ts";

/** A tree small enough to read the configuration that is written for it. */
export const SMALL_TREE: TreeFacts = {
	baseUrl: "https://example.test",
	listingPages: 4,
	words: [
		{ word: "boom", key: "w-boom", pages: 3, spellings: [] },
		{ word: "cafe", key: "w-cafe", pages: 1, spellings: ["café"] },
		{ word: "日本", key: "w-_e6_97_a5_e6_9c_ac", pages: 1, spellings: [] },
		{ word: "!", key: "w-_21", pages: 1, spellings: [] },
	],
};

/** Words that mean something to a configuration, or are written in many ways in a query. */
export const TRAPS = named([
	"default include volatile hostnames none page listing search",
	'"\\" \' ` $1 {y} %{z}',
	"\\",
	'"',
	"'",
	"`",
	"$",
	"{",
	"%",
	"+",
	"&=",
	"#",
	",",
	"_21",
	"_",
	"(*.-~)",
	"/../",
	"Ünïcödé ẞ ﬁ İ 日本語",
	"👨‍👩‍👧 🇩🇪",
	"Привет ещё don't",
	"w".repeat(60),
	`Aaah ${"é".repeat(180)} W${"a".repeat(1100)} X${"a".repeat(5100)}`,
	"İstanbul ẞcharf",
]);

/** Cyrillic, whose keys are long: Apache limits the length of a line, nginx the size of a table. */
export const CROWDED = named(
	Array.from({ length: 2500 }, (_, i) =>
		[0, 1, 2, 3]
			.map((k) => (4 * i + k) % 700)
			.map((n) => `слово${"абвгдежзик".charAt(n % 10)}${n}`)
			.join(" "),
	),
);

/** A published tree with the files beside it, where a server may find both. */
export interface Site {
	readonly tree: string;
	readonly beside: string;
	readonly facts: TreeFacts;
}

/** Publishes the records for a host, with a file of an odd name, and one outside that nobody may read. */
export async function publishFor(
	host: Host,
	parent: string,
	records: readonly RawInstant[],
): Promise<Site> {
	const folder = mkdtempSync(join(parent, "site-"));
	plantSecret(folder);
	const { folder: tree, published } = await publishRecords(records, {
		parent: folder,
		hosts: [host],
	});
	const sounds = join(tree, "media", "sounds");
	mkdirSync(sounds, { recursive: true });
	writeFileSync(join(sounds, "café (1).mp3"), "ID3");
	return { tree, beside: besideFolder(tree, host), facts: published.facts };
}
