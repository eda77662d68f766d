/** The functions that read untrusted text, and how their work grows with its length: run as a process by `growth.test.ts`. */
import { clipName, clipTags } from "../../scripts/authoring/clip-name.ts";
import { mediumUrl } from "../../scripts/authoring/site-media.ts";
import { slugOf } from "../../scripts/authoring/slug.ts";
import { jsonFault } from "../../scripts/catalogue/json-lines.ts";
import { parseMediaPath } from "../../scripts/catalogue/media-path.ts";
import { isPortable } from "../../scripts/catalogue/portable-path.ts";
import { checkRecord, explain } from "../../scripts/catalogue/record-schema.ts";
import { parseBaseUrl } from "../../scripts/console/options.ts";
import { rangeAnswer } from "../../scripts/contract/byte-range.ts";
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
import { growthsOf } from "../fixtures/work.ts";

/** Each text repeats one of these units. */
const UNITS = [
	..."aA0 -_.,/\\'\"`%+&=?#:;<([{*~!♪é日가🤷",
	..."\t\n\0\u0301\u200d\u{1f3fd}\u{1f1e6}\ud800",
	...`a- a' -é é- 日- '' %E9 %ff %2F a= &name= &tag=a q=0, ", ../ a/ a. 0- _a0 {}`.split(" "),
	..."a\u0301 👩\u200d \u{1f3f4}\u{e0067} '\u0301".split(" "),
	". ",
];
/** How texts begin and end. */
const AROUND = [
	["", ""],
	["-", ""],
	["a", ""],
	["", "a"],
];

/** Each reads untrusted text of any length. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
	query: (text) =>
		["", "name=", "tag="].map((start) => {
			const query = parseQuery(start + text);
			return [searchText(query), wantedTags(query), pageUrl("", query, 2)];
		}),
	search: (text) => parseSearch(text, [text]),
	links: (text) => pageUrl("", { ...NO_QUERY, names: [text] }, 2),
	page: requestedPage,
	route: routeOf,
	"entity tag": (text) => [
		matchesEntityTag(`"${text}`, '"a"'),
		buildOf(`"${text}`),
		entityTag("a", text),
	],
	range: (text) => rangeAnswer(`bytes=${text}`, 1000),
	encodings: (text) => preferredEncoding(text),
	"published file": (text) => [keyOf(text), fileHeaders(text)],
	"stored page": listParts,
	record: (text) => {
		// Twice as long, since names that are not too long cost less.
		const long = text.repeat(2);
		const record = { ...clip({ name: long, tags: long, description: long }), [long]: long };
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

/** Examples of what no reader may do. */
const QUADRATIC: typeof READERS = {
	"a loop in a loop": (text) => {
		let equal = 0;
		for (let i = 0; i < text.length; i++) {
			for (let j = 0; j < i; j++) if (text[i] === text[j]) equal++;
		}
		return equal;
	},
	"slices in a loop": (text) => {
		let rest = text;
		while (rest !== "") rest = rest.slice(1);
	},
	"lists in a loop": (text) => {
		let list: string[] = [];
		for (const sign of text) list = [...list, sign];
	},
};

/** The length in characters of the shorter texts. */
const LENGTH = 512;

/** For each reader and unit, how its work grows. */
async function growths(readers: typeof READERS, units: readonly string[]) {
	const all: [reader: string, of: { unit: string; growth: number | undefined }[]][] = [];
	for (const [name, read] of Object.entries(readers)) {
		const calls = units.map((unit) => (length: number) => {
			for (const around of AROUND) read(around.join(unit.repeat(length / unit.length)));
		});
		const found = await growthsOf(calls, LENGTH);
		all.push([name, units.map((unit, i) => ({ unit, growth: found[i] }))]);
	}
	return all;
}

const readers = await growths(READERS, UNITS);
console.log(JSON.stringify({ readers, quadratic: await growths(QUADRATIC, ["a"]) }));
