/** Describes the list of tags, which the interface specification does not have. */
import * as answers from "../contract/answers.ts";
import { toJson } from "../contract/envelope.ts";
import { NO_QUERY, neighbours, pageUrl, TAGS_PATH } from "../contract/links.ts";
import { bodiless, type PathItem, type ResponseObject, withBody } from "./answer.ts";
import {
	headResponses,
	IF_NONE_MATCH,
	METHOD_REFUSED,
	PAGE_NUMBER,
	REPEATED_FORMAT,
	TAG,
} from "./endpoint.ts";
import { BASE, TAGS_PAGE } from "./schemas.ts";

/** A page with two neighbours, so that the answer has every header. */
const MIDDLE = neighbours((page) => pageUrl(BASE, NO_QUERY, page, TAGS_PATH), 2, 3);

function getResponses(): Record<string, ResponseObject> {
	return {
		200: withBody("A page of tags.", "TagsPage", {
			found: ["The tags", answers.found(toJson(TAGS_PAGE), TAG, MIDDLE)],
		}),
		304: bodiless("Your copy is still good.", answers.notModified(TAG, MIDDLE)),
		404: withBody("There is no such page or format.", "Detail", {
			invalidPage: ["There is no such page", answers.invalidPage()],
			notFound: ["There is no such format", answers.notFound()],
		}),
		405: METHOD_REFUSED,
		503: withBody("The published files are missing or damaged.", "Detail", {
			unavailable: ["Files are missing", answers.unavailable()],
		}),
	};
}

export function tagsEndpoint(): PathItem {
	const responses = getResponses();
	return {
		parameters: [PAGE_NUMBER, REPEATED_FORMAT],
		get: {
			operationId: "listTags",
			tags: ["query"],
			summary: "List the tags",
			description:
				"Ten tags a page, those of the most clips first, then by name (UTF-16 code units). Tags that differ only in case or accents are one. An addition to the interface specification. The trailing slash may be left out. Other parameters are ignored.",
			parameters: [IF_NONE_MATCH],
			responses,
		},
		head: {
			operationId: "headTags",
			tags: ["query"],
			summary: "Status and headers of the tags",
			description: "The same as GET, without the body.",
			parameters: [IF_NONE_MATCH],
			responses: headResponses(responses),
		},
		options: {
			operationId: "describeTags",
			tags: ["query"],
			summary: "Describe the endpoint of the tags",
			description: "A CORS preflight is answered with 204 and the CORS headers.",
			responses: {
				200: withBody("A description of the endpoint.", "Description", {
					description: ["The description", answers.description("Tag List")],
				}),
				204: bodiless("The answer to a CORS preflight.", answers.preflight()),
				404: withBody("There is no such format.", "Detail", {
					notFound: ["There is no such format", answers.notFound()],
				}),
			},
		},
	};
}
