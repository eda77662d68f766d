/** What is remembered on this device: small JSON values, apart from other sites of the same origin. */
import { SITE_ROOT } from "./site-root.ts";

const PREFIX = `instants:${new URL(SITE_ROOT).pathname}:`;

/** A remembered value; undefined when there is none, or the browser keeps nothing for us. */
export function recall(name: string): unknown {
	try {
		return JSON.parse(localStorage.getItem(PREFIX + name) ?? "") as unknown;
	} catch {
		return undefined;
	}
}

/** Remembers a value; tells whether it will be there next time. */
export function remember(name: string, value: unknown): boolean {
	try {
		localStorage.setItem(PREFIX + name, JSON.stringify(value));
		return true;
	} catch {
		return false;
	}
}

/** Tells when another tab changes a value. */
export function onRemembered(name: string, changed: () => void): void {
	addEventListener("storage", ({ key }) => key === PREFIX + name && changed());
}
