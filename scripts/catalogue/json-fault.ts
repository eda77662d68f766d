/** Where text stops being JSON, and how: the engine's own messages quote the data and name no line. */
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";

/** The first fault of a text that `JSON.parse` refused. */
export interface JsonFault {
	/** In UTF-16 units. */
	readonly offset: number;
	/** What is wrong and in which column; holds nothing of the text. */
	readonly what: string;
}

/** Finds the fault again with a parser that tells. */
export function jsonFault(text: string): JsonFault {
	const first = firstError(text);
	if (first === undefined) return { offset: 0, what: "it is nested too deeply" };
	const { error, offset } = first;
	const column = offset - text.lastIndexOf("\n", offset - 1);
	// "CommaExpected" reads "comma expected".
	const words = printParseErrorCode(error)
		.replace(/\B[A-Z]/g, (c) => ` ${c}`)
		.toLowerCase();
	return { offset, what: `${words} at column ${column}` };
}

function firstError(text: string): ParseError | undefined {
	const errors: ParseError[] = [];
	try {
		parse(text, errors, { disallowComments: true });
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
	}
	return errors[0];
}
