/** The rows of the contract table that ask for one clip by its slug, which the specification does not have. */
import { BASE } from "../fixtures/published.ts";
import { type ContractCase, NOT_FOUND, PATH } from "./expected.ts";

const PARTY = {
	status: 200,
	body: `{"name":"🎉 Party","slug":"party","sound":"${BASE}/media/sounds/d.mp3","color":"333333","image":null,"description":"","tags":""}`,
	answerHeaders: { "Cache-Control": "public, max-age=60" },
};
const GONE = {
	status: 410,
	body: '{"detail":"Gone."}',
	answerHeaders: { "Cache-Control": "no-store", ETag: null },
};
const OPTIONS_BODY =
	'{"name":"Instant Instance","description":"","renders":["application/json"],"parses":[]}';

function clip(
	title: string,
	path: string,
	answer: Omit<ContractCase, "title" | "target">,
): ContractCase {
	return { title: `a clip: ${title}`, target: `${PATH}${path}`, ...answer };
}

export const CLIP_CASES: readonly ContractCase[] = [
	clip("by its slug", "party/", PARTY),
	clip("no trailing slash", "party", PARTY),
	clip("a query makes no difference", "party/?name=boom&page=9&x=%00", PARTY),
	clip("an encoded letter", "p%61rty/", PARTY),
	...["json", "api", ""].map((format) =>
		clip(`format=${format}`, `party/?format=${format}`, PARTY),
	),
	clip("no format xml", "party/?format=xml", NOT_FOUND),
	clip("special characters", "cafe_au-lait/", {
		status: 200,
		body: `{"name":"Café \\"au\\" <b>lait</b>","slug":"cafe_au-lait","sound":"${BASE}/media/sounds/caf%C3%A9%20(1).mp3","color":"aBcDeF","image":"${BASE}/media/instants_images/caf%C3%A9.png","description":"one\\r\\ntwo \\"quoted\\"\\u2028three \\\\ ${BASE}/media/x","tags":"coffee, french","duration":1.5,"gain":-6.25}`,
	}),
	...["1", "nobody", "constructor", "__proto__", "part", "partyy", "a".repeat(500)].map((slug) =>
		clip(`none called ${slug.slice(0, 20)}`, `${slug}/`, NOT_FOUND),
	),
	...["Party/", "party//", "party/x/", "party.json", "party%2F", "party%20/", "../latest.json"].map(
		(path) => clip(`no path ${path}`, path, NOT_FOUND),
	),
	clip("removed", "withdrawn/", GONE),
	clip("removed, no trailing slash", "withdrawn-last", GONE),
	clip("removed, in no format", "withdrawn/?format=xml", NOT_FOUND),
	clip("HEAD", "party/", { method: "HEAD", status: 200, body: "" }),
	clip("HEAD of a removed one", "withdrawn/", { method: "HEAD", status: 410, body: "" }),
	clip("OPTIONS", "party/", { method: "OPTIONS", status: 200, body: OPTIONS_BODY }),
	clip("OPTIONS of none", "nobody/", { method: "OPTIONS", status: 200, body: OPTIONS_BODY }),
	clip("POST is not allowed", "party/", {
		method: "POST",
		status: 405,
		body: '{"detail":"Method \\"POST\\" not allowed."}',
	}),
	clip("a preflight", "party/", {
		method: "OPTIONS",
		headers: { Origin: "https://app.test", "Access-Control-Request-Method": "GET" },
		status: 204,
		body: "",
		answerHeaders: { "Content-Type": null },
	}),
];
