/** Options that several commands share, and parsers for their values. */
import { type Command, InvalidArgumentError } from "commander";
import { shown } from "./text.ts";
import { parsedUrl } from "./url.ts";
import { UsageError } from "./user-error.ts";

export function wholeNumber(least: number, most: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (!/^\d+$/.test(text) || value < least || value > most) {
			throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
		}
		return value;
	};
}

/** Parses a comma-separated list of allowed words. */
export function listOf<T extends string>(known: readonly T[]): (text: string) => readonly T[] {
	return (text) => {
		const named = text.split(",").map((word) => word.trim());
		const unknown = named.find((word) => !known.some((other) => other === word));
		if (unknown === undefined) return known.filter((word) => named.includes(word));
		throw new InvalidArgumentError(
			`There is no ${shown(unknown)}; choose from ${known.join(", ")} (comma-separated).`,
		);
	};
}

/** Parses the address on which a server listens. */
function address(text: string): string {
	if (text === "")
		throw new InvalidArgumentError("It must be an address, or 0.0.0.0 for all addresses.");
	return text;
}

/** Parses the URL of an option. */
export function baseUrl(text: string): string {
	const fault = urlFault(text);
	if (fault !== undefined) throw new InvalidArgumentError(`It ${fault}.`);
	return parseBaseUrl(text);
}

/**
 * Parses an http(s) URL without query or fragment, and removes trailing slashes. Throws UsageError.
 * @param name where the text comes from, for the message
 */
export function parseBaseUrl(text: string, name?: string): string {
	const fault = urlFault(text);
	if (fault !== undefined) {
		throw new UsageError(`${name === undefined ? "" : `${name} `}${shown(text)}: ${fault}`);
	}
	const { origin, pathname } = new URL(text);
	let end = pathname.length;
	while (pathname[end - 1] === "/") end--;
	return origin + pathname.slice(0, end);
}

/** Why the text cannot be a base URL, worded to follow the text; undefined if it can. */
function urlFault(text: string): string | undefined {
	const url = parsedUrl(text);
	if (url === undefined || !/^https?:$/.test(url.protocol))
		return "must be an absolute http(s) URL";
	if (url.hostname.includes("..")) return "must not have two dots in a row in its domain";
	const { search, hash, username, password } = url;
	const isPlain = [search, hash, username, password].every((part) => part === "");
	return isPlain ? undefined : "must not have a query, a fragment, a user name or a password";
}

/** The options of a command that serves a tree. */
export function serverOptions(command: Command): Command {
	return command
		.option("--port <n>", "the port; 0 picks a free port", wholeNumber(0, 65_535), 3000)
		.option(
			"--listen <address>",
			"the address to listen on; 0.0.0.0 for all addresses of this machine",
			address,
			"localhost",
		);
}
