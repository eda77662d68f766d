/** Hands links on, by the dialog of the device or its clipboard. */
import type { Sentence } from "./notice.ts";

/** Opens the device's share dialog, or copies the link where there is none. Returns what to tell the visitor. */
export async function shareLink(name: string, url: string): Promise<Sentence | undefined> {
	try {
		return await navigator.share({ title: name, url }).then(() => undefined);
	} catch (error) {
		// It was cancelled.
		if (error instanceof DOMException && error.name === "AbortError") return undefined;
	}
	return (await isCopied(url)) ? ["Link to “", { name }, "” copied."] : ["Link: ", { name: url }];
}

/** False where the browser does not allow it. */
export function isCopied(text: string): Promise<boolean> {
	const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
	return copied.then(
		() => true,
		() => false,
	);
}
