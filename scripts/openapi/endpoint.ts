/** What the descriptions of all endpoints have in common. */
import * as answers from "../contract/answers.ts";
import { PAGE_SIZE } from "../contract/page-number.ts";
import { FORMATS } from "../contract/query.ts";
import { type Parameter, type ResponseObject, withBody } from "./answer.ts";

export const FORMAT: Parameter = {
	name: "format",
	in: "query",
	description: "All formats are JSON.",
	schema: { type: "string", enum: [...FORMATS] },
};

/** That of lists. */
export const REPEATED_FORMAT: Parameter = {
	...FORMAT,
	description: `${FORMAT.description} Links repeat the parameter.`,
};

export const PAGE_NUMBER: Parameter = {
	name: "page",
	in: "query",
	description: `The page, with ${PAGE_SIZE} results each: a number from 1, or \`last\`. White space around the number, one leading \`+\` and leading zeros are accepted. Empty: page 1.`,
	schema: {
		anyOf: [
			{ type: "integer", minimum: 1 },
			{ type: "string", enum: ["last", ""] },
		],
	},
};

export const IF_NONE_MATCH: Parameter = {
	name: "If-None-Match",
	in: "header",
	description:
		"The entity tags of your copies, or `*`. The answer is 304 if one of them is still good.",
	schema: { type: "string" },
};

/** An entity tag, for examples. */
export const TAG = '"0123456789abcdef0123456789abcdef"';
export const METHOD_REFUSED = withBody("The method is not GET, HEAD or OPTIONS.", "Detail", {
	post: ["POST", answers.methodNotAllowed("POST")],
});

/** The responses of HEAD, by those of GET: the same without bodies. */
export function headResponses(
	responses: Record<string, ResponseObject>,
): Record<string, ResponseObject> {
	return Object.fromEntries(
		Object.entries(responses)
			.filter(([status]) => status !== "405")
			.map(([status, { content, ...response }]) => [status, response]),
	);
}
