/** Rows for the pages of clips, which the hosts that answer the API answer too. */
import { BASE } from "../fixtures/published.ts";
import type { ContractCase } from "./expected.ts";

const HTML = {
	"Content-Type": "text/html; charset=utf-8",
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": null,
};
const PARTY = {
	status: 200,
	contains: [
		'<title lang="en">🎉 Party – Instants</title>',
		`<link rel="canonical" href="${BASE}/clips/party/">`,
		`<meta property="og:audio" content="${BASE}/media/sounds/d.mp3">`,
		`<meta name="twitter:player" content="${BASE}/clips/party/?embed">`,
	],
	answerHeaders: { ...HTML, "Cache-Control": "public, max-age=0, must-revalidate" },
};
const failure = (status: number, heading: string) => ({
	status,
	contains: [`<h1>${heading}</h1>`],
	answerHeaders: { ...HTML, "Cache-Control": "no-store", ETag: null },
});
const MISSING = failure(404, "Page not found");
const GONE = failure(410, "This clip was removed");

function page(
	title: string,
	target: string,
	answer: Omit<ContractCase, "title" | "target">,
): ContractCase {
	return { title: `a clip's page: ${title}`, target, isPage: true, ...answer };
}

export const CLIP_PAGE_CASES: readonly ContractCase[] = [
	page("is composed", "/clips/party/", PARTY),
	page("a query makes no difference", "/clips/party/?utm_source=chat&format=xml", PARTY),
	page("is asked for by the path of its file, as mirrors do", "/clips/party/index.html", PARTY),
	page("text is escaped", "/clips/cafe_au-lait/", {
		status: 200,
		contains: [
			'<title lang="en">Café &quot;au&quot; &lt;b&gt;lait&lt;/b&gt; – Instants</title>',
			'content="one two &quot;quoted&quot; three \\ http://oracle.test/media/x"',
			'"name":"Café \\"au\\" \\u003cb>lait\\u003c/b>"',
			'<p class="length">1.5 s</p>',
			'"duration":"PT1.5S"',
		],
	}),
	page("without the slash", "/clips/party?a=1", {
		status: 301,
		body: "",
		answerHeaders: { Location: "party/?a=1" },
	}),
	page("without the slash, and with a long query", `/clips/party?a=${"1".repeat(3000)}`, {
		status: 301,
		body: "",
		answerHeaders: { Location: "party/" },
	}),
	page("of a removed clip", "/clips/withdrawn/", GONE),
	...["nobody/", "Party/", "party/x/", "__proto__/", "", `${"a".repeat(500)}/`].map((path) =>
		page(`none at ${path.slice(0, 20)}`, `/clips/${path}`, MISSING),
	),
	page("HEAD", "/clips/party/", { method: "HEAD", status: 200, body: "" }),
];
