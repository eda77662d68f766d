/** Creates the only values that the page's CSP accepts: our own markup, and addresses of this site. https://www.w3.org/TR/trusted-types/ */
import type { Markup } from "../../../pages/markup.ts";
import { within } from "./page-elements.ts";
import { fileUrl } from "./site-root.ts";

/** Missing from TypeScript's DOM types. */
interface TrustedTypes {
	createPolicy<Rules>(name: string, rules: Rules): Rules;
}

const rules = {
	createHTML: (html: string): string => html,
	createScriptURL: (path: string): string => fileUrl(path),
};

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("instants", rules) ?? rules;

/** The address of a script of this site. */
export function scriptUrl(path: string): string {
	return policy.createScriptURL(path);
}

/** The element that this markup describes. */
export function parsed<T extends Element>(markup: Markup, type: new () => T): T {
	const template = document.createElement("template");
	// HTML parsers drop a carriage return before a line feed.
	template.innerHTML = policy.createHTML(String(markup).replaceAll("\r", "&#13;"));
	return within(template.content, "*", type);
}
