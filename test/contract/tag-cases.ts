/** The rows of the contract table that ask for clips with a tag, or for the tags. */
import { BOOM_SLUGS } from "./catalogue.ts";
import {
	type ContractCase,
	found,
	INVALID_PAGE,
	listing,
	NOT_FOUND,
	NULL_NAME,
	NULL_TAG,
	row,
	TAGS_LIST,
	tagged,
	tagList,
} from "./expected.ts";

const BOOMS_FIRST = ["kaboom", ...BOOM_SLUGS];
const TOO_MANY = { status: 400, body: '{"tag":["A request may have at most 20 tags."]}' };

const clipRows: ContractCase[] = [
	row("a tag", "?tag=loud", tagged(["loud"])),
	row("a tag, page 2", "?tag=loud&page=2", tagged(["loud"], 2)),
	row("a tag, last", "?page=last&tag=loud", tagged(["loud"], 2)),
	row("a tag, past the end", "?tag=loud&page=3", INVALID_PAGE),
	row("a tag in capitals", "?tag=LOUD", tagged(["LOUD"])),
	row("a tag in spaces", "?tag=+loud+", {
		...tagged(["loud"]),
		page: { ...tagged(["loud"]).page, next: "?page=2&tag=+loud+" },
	}),
	row("a tag of two words", "?tag=very+loud", found("kaboom")),
	row("a tag of two words, more space", "?tag=Very+%09+Loud", found("kaboom")),
	row("one word of a tag", "?tag=very", found()),
	row("the beginning of a tag", "?tag=lou", found()),
	row("a tag with an accent", "?tag=%C3%89t%C3%A9", tagged(["été"])),
	row("a tag without accents", "?tag=ete", tagged(["été"])),
	row("a tag that nobody has", "?tag=xyzzy", found()),
	row("a tag that nobody has, page 2", "?tag=xyzzy&page=2", INVALID_PAGE),
	row("a word of names as a tag", "?tag=boom", found()),
	row("tags between commas are one", "?tag=coffee,french", found()),
	row("two tags", "?tag=loud&tag=short", tagged(["loud", "short"])),
	row("two tags that no clip has both", "?tag=loud&tag=coffee", found()),
	row("a tag twice", "?tag=take+3&tag=Take+3", tagged(["take 3"])),
	row("20 tags", `?${"tag=coffee&".repeat(20)}`, found("cafe_au-lait")),
	row("21 tags", `?${"tag=coffee&".repeat(21)}`, TOO_MANY),
	row("21 tags, one of them empty", `?${"tag=coffee&".repeat(20)}tag=`, found("cafe_au-lait")),
	row("too many tags beat a bad page", `?page=0${"&tag=coffee".repeat(21)}`, TOO_MANY),
	row("tag empty: the listing, repeated", "?tag=", {
		status: 200,
		page: { ...listing(1).page, next: "?page=2&tag=" },
	}),
	row("tag of white space, page 2", "?page=2&tag=%20%09", {
		status: 200,
		page: { ...listing(2).page, next: "?page=3&tag=+%09", previous: "?tag=+%09" },
	}),
	row("a tag of what cannot be seen", "?tag=%E2%80%8B&page=4", {
		status: 200,
		page: { ...listing(4).page, previous: "?page=3&tag=%E2%80%8B" },
	}),
	row(
		"a tag and a name: ranked as by name",
		"?name=boom&tag=loud",
		tagged(["loud"], 1, "name=boom", BOOMS_FIRST),
	),
	row(
		"a tag and a name, page 2",
		"?page=2&tag=loud&name=boom",
		tagged(["loud"], 2, "name=boom", BOOMS_FIRST),
	),
	row(
		"a tag, a name and a format: keys of links are sorted",
		"?tag=loud&page=2&name=boom&format=api",
		tagged(["loud"], 2, "format=api&name=boom", BOOMS_FIRST),
	),
	row("a tag and an exact name", "?name=boom+7&tag=take+6", found("clip-6")),
	row("a tag and a name that no clip has both", "?name=panic&tag=loud", found()),
	row("a tag and a name without words", "?name=%01&tag=loud", found()),
	row("a tag and an empty name", "?name=&tag=loud", tagged(["loud"], 1, "name=")),
	row("NUL in a tag", "?tag=a%00b", NULL_TAG),
	row("NUL in a tag that is not the last", "?tag=%00&tag=loud", NULL_TAG),
	row("NUL in a tag beats a bad page", "?tag=%00&page=0", NULL_TAG),
	row("NUL in a tag beats too many tags", `?tag=%00${"&tag=a".repeat(21)}`, NULL_TAG),
	row("NUL in the name beats NUL in a tag", "?tag=%00&name=%00", NULL_NAME),
	row("a bad format beats NUL in a tag", "?tag=%00&format=xml", NOT_FOUND),
	row("a parameter's name is case-sensitive: Tag", "?Tag=loud&page=2", listing(2)),
	row("a tag of 5,000 characters", `?tag=${"a".repeat(5_000)}`, found()),
];

const OPTIONS_BODY =
	'{"name":"Tag List","description":"","renders":["application/json"],"parses":[]}';

function tags(
	title: string,
	query: string,
	answer: Omit<ContractCase, "title" | "target">,
): ContractCase {
	return { title: `tags: ${title}`, target: `${TAGS_LIST}${query}`, ...answer };
}

const listRows: ContractCase[] = [
	tags("the most frequent first", "", tagList(1)),
	{ title: "tags: no trailing slash", target: "/api/v1/tags", ...tagList(1) },
	{ title: "tags: no trailing slash, page", target: "/api/v1/tags?page=2", ...tagList(2) },
	tags("page 2", "?page=2", tagList(2)),
	tags("the last page", "?page=last", tagList(2)),
	tags("page empty", "?page=", tagList(1)),
	...["0", "3", "abc", "1.0"].map((page) => tags(`no page ${page}`, `?page=${page}`, INVALID_PAGE)),
	tags("format=api", "?page=2&format=api", tagList(2, "format=api")),
	tags("no format xml", "?format=xml&page=0", NOT_FOUND),
	tags("other parameters", "?name=%00&tag=%00&x=1&page=2", tagList(2)),
	tags("HEAD", "", { method: "HEAD", status: 200, body: "" }),
	tags("HEAD of no page", "?page=9", { method: "HEAD", status: 404, body: "" }),
	tags("OPTIONS", "?page=x", { method: "OPTIONS", status: 200, body: OPTIONS_BODY }),
	tags("OPTIONS of a bad format", "?format=xml", { method: "OPTIONS", ...NOT_FOUND }),
	tags("POST is not allowed", "?page=x", {
		method: "POST",
		status: 405,
		body: '{"detail":"Method \\"POST\\" not allowed."}',
	}),
	...["loud/", "/", "loud"].map((path) => tags(`no path ${path}`, path, NOT_FOUND)),
];

export const TAG_CASES: readonly ContractCase[] = [...clipRows, ...listRows];
