/** Small JSON values stored on this device, separately from other sites on the same origin. */
import { SITE_ROOT } from "./site-root.ts";

const PREFIX = `instants:${new URL(SITE_ROOT).pathname}:`;

/** A stored value; undefined when there is none or the browser does not allow storage. */
export function recall(name: string): unknown {
	try {
		return JSON.parse(localStorage.getItem(PREFIX + name) ?? "") as unknown;
	} catch {
		return undefined;
	}
}

/** Stores a value; false when the browser does not allow it. */
export function remember(name: string, value: unknown): boolean {
	try {
		localStorage.setItem(PREFIX + name, JSON.stringify(value));
		return true;
	} catch {
		return false;
	}
}

/** Calls `changed` when another tab changes a value. */
export function onRemembered(name: string, changed: () => void): void {
	addEventListener("storage", ({ key }) => key === PREFIX + name && changed());
}
