/** What reads texts from strangers, and how its work grows with the text: run as a process by `growth.test.ts`. */
import { clipName, clipTags } from "../../scripts/authoring/clip-name.ts";
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
import { routeOf } from "../../scripts/edge/route.ts";
import { fileHeaders, keyOf } from "../../scripts/hosts/published-file.ts";
import { preferredEncoding } from "../../scripts/hosts/server/compression.ts";
import { siteUrl } from "../../scripts/mirror/addresses.ts";
import { mediumUrl } from "../../scripts/mirror/crawled-media.ts";
import { pathFaults } from "../../scripts/mirror/safe-paths.ts";
import { parseSearch } from "../../scripts/search/search-query.ts";
import { clip } from "../fixtures/data-folder.ts";
import { workOf } from "../fixtures/work.ts";

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
		// Twice, since a name that is not too long costs less.
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

/** What no reader may do. */
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
	"lists in a loop": (text) => [...text].reduce<string[]>((list, sign) => [...list, sign], []),
};

/** How much more work a text takes than an eighth of it: 8 times if it grows as the text does, 64 times as its square. */
function growths(
	read: (text: string) => unknown,
	units: readonly string[],
): { unit: string; growth: number }[] {
	const calls = units.flatMap((unit) =>
		[512, 4096].map((length) => () => {
			for (const start of STARTS) read(start + unit.repeat(length / unit.length));
		}),
	);
	// Some is made once, such as tables.
	const [, ...work] = workOf([() => units.forEach(read), ...calls]);
	return units.map((unit, i) => {
		return { unit, growth: Number(work[2 * i + 1]) / Number(work[2 * i]) };
	});
}

const readers = Object.entries(READERS).map(([name, read]) => [name, growths(read, UNITS)]);
const quadratic = Object.entries(QUADRATIC).map(([name, read]) => [name, growths(read, ["a"])]);
console.log(JSON.stringify({ readers, quadratic }));
