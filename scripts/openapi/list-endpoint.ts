/** Describes the list, the endpoint of the specification: its parameters, and every status and body. */
import * as answers from "../contract/answers.ts";
import { toJson } from "../contract/envelope.ts";
import { NO_QUERY, neighbours, pageUrl } from "../contract/links.ts";
import { MAX_TAGS } from "../contract/query.ts";
import {
	bodiless,
	type Parameter,
	type PathItem,
	type ResponseObject,
	withBody,
} from "./answer.ts";
import {
	headResponses,
	IF_NONE_MATCH,
	METHOD_REFUSED,
	PAGE_NUMBER,
	REPEATED_FORMAT,
	TAG,
} from "./endpoint.ts";
import { BASE, NO_HIT, PAGE } from "./schemas.ts";

const PARAMETERS: readonly Parameter[] = [
	{
		name: "name",
		in: "query",
		description:
			"Words to search for. Every word must begin a word of the clip's name, regardless of case and accents; words of one or two letters must match a whole word. Empty or only white space: all clips.",
		schema: { type: "string" },
	},
	{
		name: "tag",
		in: "query",
		description: `A tag that clips must have, regardless of case and accents. If it comes more than once, at most ${MAX_TAGS} times, they must have all of the tags. Empty or only white space: no matter which tags.`,
		schema: { type: "array", items: { type: "string" } },
	},
	PAGE_NUMBER,
	REPEATED_FORMAT,
];

/** A page with two neighbours, so that the answer has every header. */
const MIDDLE = neighbours((page) => pageUrl(BASE, NO_QUERY, page), 2, 3);

function found(page: unknown): answers.Answer {
	return answers.found(toJson(page), TAG, MIDDLE);
}

const notFound = () =>
	withBody("There is no such page, format or path.", "Detail", {
		invalidPage: ["There is no such page", answers.invalidPage()],
		notFound: ["There is no such format, or no such path under `/api/`", answers.notFound()],
	});

function getResponses(): Record<string, ResponseObject> {
	return {
		200: withBody("A page of clips.", "Page", {
			found: ["A search that finds one clip", found(PAGE)],
			nothing: ["A search that finds nothing", found(NO_HIT)],
		}),
		304: bodiless("Your copy is still good.", answers.notModified(TAG, MIDDLE)),
		400: withBody("The name or the tags cannot be searched for.", "QueryFault", {
			nullCharacters: ["The name contains U+0000", answers.nullCharacters("name")],
			nullInTag: ["A tag contains U+0000", answers.nullCharacters("tag")],
			tooManyTags: ["There are too many tags", answers.tooManyTags()],
			tooBroad: ["The words of the name are too many or too short", answers.tooBroad()],
			tagsTooBroad: ["The catalogue is too large for so many tags", answers.tooBroad(true)],
		}),
		404: notFound(),
		405: METHOD_REFUSED,
		503: withBody("The published files are missing or damaged.", "Detail", {
			unavailable: ["All files", answers.unavailable()],
			searchUnavailable: ["Only the search files", answers.searchUnavailable()],
		}),
	};
}

export function listEndpoint(): PathItem {
	const responses = getResponses();
	return {
		parameters: PARAMETERS,
		get: {
			operationId: "listInstants",
			tags: ["query"],
			summary: "List or search clips",
			description:
				"Ten clips a page, in catalogue order or, with a name, the best match first. If a parameter other than `tag` comes twice, the last value counts. Unknown parameters are ignored. The trailing slash may be left out. Under `/api/` there are only this path, those of single clips and that of the tags; any other is a 404.",
			parameters: [IF_NONE_MATCH],
			responses,
		},
		head: {
			operationId: "headInstants",
			tags: ["query"],
			summary: "Status and headers of GET",
			description: "The same as GET, without the body.",
			parameters: [IF_NONE_MATCH],
			responses: headResponses(responses),
		},
		options: {
			operationId: "describeInstants",
			tags: ["query"],
			summary: "Describe the endpoint",
			description: "A CORS preflight is answered with 204 and the CORS headers.",
			responses: {
				200: withBody("A description of the endpoint.", "Description", {
					description: ["The description", answers.description("Instant List")],
				}),
				204: bodiless("The answer to a CORS preflight.", answers.preflight()),
				404: notFound(),
			},
		},
	};
}
