/** Describes the list, the endpoint of the specification: its parameters, and every status and body. */
import * as answers from "../contract/answers.ts";
import { toJson } from "../contract/envelope.ts";
import { NO_QUERY, neighbours, pageUrl } from "../contract/links.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import {
	bodiless,
	type Parameter,
	type PathItem,
	type ResponseObject,
	withBody,
} from "./answer.ts";
import { FORMAT, headResponses, IF_NONE_MATCH, METHOD_REFUSED, TAG } from "./endpoint.ts";
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
		name: "page",
		in: "query",
		description: `The page, with ${PAGE_SIZE} clips each: a number from 1, or \`last\`. White space around the number, one leading \`+\` and leading zeros are accepted. Empty: page 1.`,
		schema: {
			anyOf: [
				{ type: "integer", minimum: 1 },
				{ type: "string", enum: ["last", ""] },
			],
		},
	},
	{ ...FORMAT, description: `${FORMAT.description} Links repeat the parameter.` },
];

/** A page with two neighbours, so that the answer has every header. */
const MIDDLE = neighbours((page) => pageUrl(BASE, NO_QUERY, page), 2, 3);

function found(page: unknown): answers.Answer {
	return answers.listAnswer(toJson(page), MIDDLE, TAG);
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
		304: bodiless("Your copy is still good.", answers.listNotModified(MIDDLE, TAG)),
		400: withBody("The name cannot be searched.", "NameFault", {
			nullCharacters: ["The name contains U+0000", answers.nullCharacters("name")],
			tooBroad: ["The words of the name are too many or too short", answers.tooBroad()],
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
				"Ten clips a page, in catalogue order or with the best match first. If a parameter comes twice, the last value counts. Unknown parameters are ignored. The trailing slash may be left out. Under `/api/` there are only this path and those of single clips; any other is a 404.",
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
