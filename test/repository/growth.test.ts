/** Text from strangers takes work that grows as the text does, whatever it says. */
import { describe, expect, test } from "vitest";
import { clipName, clipTags } from "../../scripts/authoring/clip-name.ts";
import { mediumUrl } from "../../scripts/authoring/site-media.ts";
import { slugOf } from "../../scripts/authoring/slug.ts";
import { jsonFault } from "../../scripts/catalogue/json-lines.ts";
import { parseMediaPath } from "../../scripts/catalogue/media-path.ts";
import { isPortable } from "../../scripts/catalogue/portable-path.ts";
import { checkRecord, explain } from "../../scripts/catalogue/record-schema.ts";
import { parseBaseUrl } from "../../scripts/console/options.ts";
import { byteRange } from "../../scripts/contract/byte-range.ts";
import { buildOf, entityTag, matchesEntityTag } from "../../scripts/contract/entity-tag.ts";
import { listParts } from "../../scripts/contract/envelope.ts";
import { NO_QUERY, pageUrl } from "../../scripts/contract/links.ts";
import { requestedPage } from "../../scripts/contract/page-number.ts";
import { parseQuery, searchText, wantedTags } from "../../scripts/contract/query.ts";
import { siteUrl } from "../../scripts/download/addresses.ts";
import { routeOf } from "../../scripts/edge/route.ts";
import { fileHeaders, keyOf } from "../../scripts/hosts/published-file.ts";
import { preferredEncoding } from "../../scripts/hosts/server/compression.ts";
import { pathFaults } from "../../scripts/mirror/safe-paths.ts";
import { parseSearch } from "../../scripts/search/search-query.ts";
import { clip } from "../fixtures/data-folder.ts";

/** What a text repeats, after what it begins with. */
const UNITS = [
	..."aA0 -_.,/\\'\"`%+&=?#:;<([{*~!♪é日가🤷",
	..."\t\n\0\u0301\u200d\u{1f3fd}\u{1f1e6}\ud800",
	...`a- a' -é é- 日- '' %E9 %ff %2F a= &name= &tag=a q=0, ", ../ a/ a. 0- _a0 {}`.split(" "),
	..."a\u0301 👩\u200d \u{1f3f4}\u{e0067} '\u0301".split(" "),
	". ",
];
const STARTS = ["", "-", "a"];

/** Each reads a foreign text of any length. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
	query: (text) => {
		const query = parseQuery(text);
		return [searchText(query), wantedTags(query), pageUrl("", query, 2)];
	},
	search: (text) => parseSearch(text, [text]),
	links: (text) => pageUrl("", { ...NO_QUERY, names: [text] }, 2),
	page: requestedPage,
	route: routeOf,
	"entity tag": (text) => [
		matchesEntityTag(`"${text}`, '"a"'),
		buildOf(`"${text}`),
		entityTag("a", text),
	],
	range: (text) => byteRange(`bytes=${text}`, 1000),
	encodings: (text) => preferredEncoding({ get: () => text }),
	"published file": (text) => [keyOf(text), fileHeaders(text)],
	"stored page": listParts,
	record: (text) => {
		const record = { ...clip({ name: text, tags: text, description: text }), [text]: text };
		const { error } = checkRecord(record);
		return error && explain(record, error);
	},
	JSON: (text) => {
		const error = refused(() => JSON.parse(text));
		return error instanceof SyntaxError && jsonFault(text);
	},
	medium: (text) => refused(() => parseMediaPath(`/media/sounds/${text}`, "sounds")),
	title: (text) => [clipName(text, text), clipTags([text]), slugOf(text)],
	"site's address": (text) => [
		refused(() => parseBaseUrl(`https://a.b/${text}`)),
		refused(() => siteUrl(`https://a.b/${text}`)),
	],
	"path of a mirror": (text) => [
		isPortable(text),
		pathFaults([{ path: text, bytes: 1, sha256: "" }], "a"),
	],
	"medium of a source": (text) => mediumUrl(text, new URL("https://a.b/")),
};

function refused(read: () => unknown): unknown {
	try {
		return read();
	} catch (error) {
		return error;
	}
}

/** The length in characters of the shortest and the longest texts that are tried. */
const [SHORT, LONG] = [2 * 1024, 32 * 1024];

/** In milliseconds. What takes less cannot be compared. */
const MEASURABLE = 4;

/** The growth of work on 8 times the text: linear work grows 8 times, quadratic work 64 times. */
const MOST_GROWTH = 24;

/** The processor's time in milliseconds: the least of some runs, since the garbage collector takes some of it. */
function cost(work: () => unknown, runs: number): number {
	const times = Array.from({ length: runs }, () => {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	});
	return Math.min(...times);
}

/** Whether a text costs much more than an eighth of it, however often they are compared: what else runs may disturb one comparison. */
function costsMore(read: (text: string) => unknown, start: string, unit: string, length: number) {
	const [all, eighth] = [length, length / 8].map(
		(size) => `${start}${unit.repeat(size / unit.length)}`,
	) as [string, string];
	return Array.from({ length: 4 }).every(
		() => cost(() => read(all), 1) > MOST_GROWTH * cost(() => read(eighth), 3),
	);
}

/** Reads longer and longer texts, until one costs enough to be compared. Quadratic work stays quadratic for twice the text. */
function growsTooFast(read: (text: string) => unknown, start: string, unit: string): boolean {
	for (let length = SHORT; length <= LONG; length *= 2) {
		const text = `${start}${unit.repeat(length / unit.length)}`;
		const readAll = (): unknown => read(text);
		if (cost(readAll, 1) < MEASURABLE || cost(readAll, 2) < MEASURABLE) continue;
		return costsMore(read, start, unit, length) && costsMore(read, start, unit, 2 * length);
	}
	return false;
}

describe("work grows as the text does", () => {
	test.each(Object.entries(READERS))("%s", (_, read) => {
		const worst = STARTS.flatMap((start) =>
			UNITS.filter((unit) => growsTooFast(read, start, unit)).map((unit) => [start, unit]),
		);
		expect(worst).toEqual([]);
	});

	test("quadratic work is noticed", () => {
		expect(growsTooFast((text) => /[a-z]+(?:-[a-z]+)+/.exec(text), "-", "a")).toBe(true);
	});
});
