/** Describes the endpoint of a single clip, which the interface specification does not have. */

import * as answers from "../contract/answers.ts";
import { instantJson } from "../contract/envelope.ts";
import { MAX_SLUG_LENGTH, SLUG } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import { bodiless, type PathItem, type ResponseObject, withBody } from "./answer.ts";
import { FORMAT, headResponses, IF_NONE_MATCH, METHOD_REFUSED, TAG } from "./endpoint.ts";
import { PAGE } from "./schemas.ts";

export const CLIP_PATH = `${API_PATH}{slug}/`;

const [CLIP] = PAGE.results;

const notFound = () =>
	withBody("There has never been such a clip, or there is no such format.", "Detail", {
		notFound: ["There is no such clip or format", answers.notFound()],
	});

function getResponses(): Record<string, ResponseObject> {
	return {
		200: withBody("The clip, as in pages.", "Instant", {
			found: ["A clip", answers.found(instantJson(CLIP), TAG)],
		}),
		304: bodiless("Your copy is still good.", answers.notModified(TAG)),
		404: notFound(),
		405: METHOD_REFUSED,
		410: withBody("The clip was removed. It will not come back.", "Detail", {
			gone: ["The clip was removed", answers.gone()],
		}),
		503: withBody("The published files are missing or damaged.", "Detail", {
			unavailable: ["Files are missing", answers.unavailable()],
		}),
	};
}

export function clipEndpoint(): PathItem {
	const responses = getResponses();
	return {
		parameters: [
			{
				name: "slug",
				in: "path",
				required: true,
				description: "The `slug` of the clip, in lower case.",
				schema: { type: "string", pattern: SLUG.source, maxLength: MAX_SLUG_LENGTH },
			},
			FORMAT,
		],
		get: {
			operationId: "readInstant",
			tags: ["query"],
			summary: "Read one clip",
			description:
				"The clip with a slug, as the list has it. An addition to the interface specification, for programs that remember slugs. The trailing slash may be left out. Other parameters are ignored.",
			parameters: [IF_NONE_MATCH],
			responses,
		},
		head: {
			operationId: "headInstant",
			tags: ["query"],
			summary: "Status and headers of one clip",
			description: "The same as GET, without the body.",
			parameters: [IF_NONE_MATCH],
			responses: headResponses(responses),
		},
		options: {
			operationId: "describeInstant",
			tags: ["query"],
			summary: "Describe the endpoint of one clip",
			description:
				"Whether there is such a clip makes no difference. A CORS preflight is answered with 204 and the CORS headers.",
			responses: {
				200: withBody("A description of the endpoint.", "Description", {
					description: ["The description", answers.description("Instant Instance")],
				}),
				204: bodiless("The answer to a CORS preflight.", answers.preflight()),
				404: withBody("There is no such format.", "Detail", {
					notFound: ["There is no such format", answers.notFound()],
				}),
			},
		},
	};
}
