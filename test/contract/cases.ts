/** The contract as a table of request -> answer, read from the text that documents it. */
import { readFileSync } from "node:fs";
import { BASE } from "../fixtures/published.ts";

const TEXT = new URL("../../scripts/site/docs/contract.txt", import.meta.url);

export interface ExpectedPage {
	readonly count: number;
	/** The path and query of the link; null for no link. */
	readonly next: string | null;
	readonly previous: string | null;
	readonly slugs: readonly string[];
}

export interface ContractCase {
	readonly title: string;
	readonly method: string;
	/** The request target, exactly as sent. */
	readonly target: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly status: number;
	/** A page of clips. */
	readonly page?: ExpectedPage;
	/** The whole body. */
	readonly body?: string;
	/** Parts of the body. */
	readonly contains: readonly string[];
	/** Headers of this answer, besides those that all answers have. Null if the header must be absent. */
	readonly answerHeaders: Readonly<Record<string, string | null>>;
}

const [preamble = "", ...blocks] = readFileSync(TEXT, "utf8")
	.trimEnd()
	.split(/\n\n# /);

/** The text before the examples. */
export const PREAMBLE = preamble;

/** The headers of every answer under `/api/`. */
export const COMMON_HEADERS = headersIn(
	PREAMBLE.split("\n").filter((line) => line.startsWith("< ")),
);

/** All rows. */
export const CASES: readonly ContractCase[] = blocks.map((block) => {
	const isSaid = (line: string): boolean => line !== "" && !line.startsWith("== ");
	const [title = "", ...lines] = block.split("\n").filter(isSaid);
	const [request = "", ...headers] = lines.filter((line) => line.startsWith("> "));
	const [status, ...answerHeaders] = lines.filter((line) => line.startsWith("< "));
	const body = lines.filter((line) => !/^[<>] /.test(line));
	const [, method = "", target = ""] = /^> (\S+) (\S.*)$/.exec(request) ?? [];
	return {
		title,
		method,
		target: target.replace(/\{(.+?) × (\d+)\}/g, (_, text: string, n) => text.repeat(Number(n))),
		headers: headersIn(headers) as Record<string, string>,
		status: Number(status?.slice(2)),
		answerHeaders: headersIn(answerHeaders),
		...bodyIn(title, body),
	};
});

/** The cases for programs. The others are for people, and have different headers. */
export const API_CASES = CASES.filter(({ target }) => !target.startsWith("/clips/"));

/** Reads headers from lines such as `< Name: value`, or `< no Name` for an absent header. */
function headersIn(lines: readonly string[]): Record<string, string | null> {
	const pairs = lines.map((line): [string, string | null] => {
		const [, absent, name = "", value = ""] = /^[<>] (?:no (\S+)|([^:]+): (.*))$/.exec(line) ?? [];
		return absent === undefined ? [name, value] : [absent, null];
	});
	return Object.fromEntries(pairs);
}

function bodyIn(
	title: string,
	lines: readonly string[],
): Pick<ContractCase, "page" | "body" | "contains"> {
	const [first = "", ...others] = lines.map((line) => line.replaceAll("{base}", BASE));
	const [, count, slugs = ""] = /^(\d+) clips?(?:: (.+))?$/.exec(first) ?? [];
	if (count !== undefined) {
		const link = (rel: string): string | null =>
			others.find((line) => line.startsWith(`${rel} `))?.slice(rel.length + 1) ?? null;
		const page = { count: Number(count), next: link("next"), previous: link("previous") };
		return { page: { ...page, slugs: slugs.split(" ").filter(Boolean) }, contains: [] };
	}
	if (first.startsWith("… ")) {
		return { contains: [first, ...others].map((line) => line.slice(2, -2)) };
	}
	if (first === "" || others.length > 0) throw new Error(`${title}: has no body, or two`);
	return { body: first === "(empty)" ? "" : first, contains: [] };
}
