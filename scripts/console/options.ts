/** Parsers for the values of command-line options. */
import { InvalidArgumentError } from "commander";
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

/** Where a server listens. */
export function address(text: string): string {
	if (text === "") throw new InvalidArgumentError("It must be an address, or 0.0.0.0 for all.");
	return text;
}

export function baseUrl(text: string): string {
	try {
		return parseBaseUrl(text);
	} catch (error) {
		if (error instanceof BaseUrlError) throw new InvalidArgumentError(`${error.message}.`);
		throw error;
	}
}

/** The base URL cannot be used; the message says why. */
export class BaseUrlError extends UsageError {}

/** Parses an http(s) URL without query or fragment, and removes trailing slashes. Throws BaseUrlError. */
export function parseBaseUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		throw new BaseUrlError(`base URL ${JSON.stringify(text)} must be a complete http(s) URL`);
	}
	if (url.hostname.includes("..")) {
		throw new BaseUrlError(
			`base URL ${JSON.stringify(text)} must not have two dots in a row in its domain`,
		);
	}
	if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
		throw new BaseUrlError(
			`base URL ${JSON.stringify(text)} must not have a query, fragment or user name`,
		);
	}
	return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, "");
}
