/** Writes measures into the text of a record, and keeps its style. */
import { applyEdits, modify, type Node, parseTree } from "jsonc-parser";
import type { Measures } from "../sound/measures.ts";

const FIELDS = ["duration", "gain"] as const satisfies readonly (keyof Measures)[];

/** The text with these measures in place of those that it has; new ones come last. */
export function withMeasures(record: string, measures: Measures): string {
	return FIELDS.reduce((text, field) => withField(text, field, measures[field]), record);
}

function withField(text: string, field: string, value: number | undefined): string {
	const properties = parseTree(text)?.children ?? [];
	const isThere = properties.some(({ children }) => children?.[0]?.value === field);
	if (isThere) return applyEdits(text, modify(text, [field], value, {}));
	return value === undefined ? text : added(text, properties, `"${field}"`, `${value}`);
}

/** Behind the last field, with the white space that is in front of it and behind its colon. */
function added(text: string, properties: readonly Node[], key: string, value: string): string {
	const [before, last] = properties.slice(-2);
	const [lastKey, lastValue] = last?.children ?? [];
	if (!before || !last || !lastKey || !lastValue) return text;
	const separator = text.slice(endOf(before), last.offset);
	const colon = text.slice(endOf(lastKey), lastValue.offset);
	const end = endOf(last);
	return `${text.slice(0, end)}${separator}${key}${colon}${value}${text.slice(end)}`;
}

function endOf({ offset, length }: Node): number {
	return offset + length;
}
