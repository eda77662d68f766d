/** Finds elements that must be there. */

/** Throws a TypeError when the page and its script are from different builds. */
export function within<T extends Element>(
	root: ParentNode,
	selector: string,
	type: new () => T,
): T {
	const element = root.querySelector(selector);
	if (!(element instanceof type)) throw new TypeError(`the page has no ${selector}`);
	return element;
}
