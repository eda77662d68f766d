/** The ways to share a clip. */
import type { Instant } from "../../../../contract/instant.ts";
import type { Sentence } from "../messages/notice.ts";

/** Opens the device's share dialog, or copies the link where there is none. Returns what to tell the visitor. */
export async function shareLink(clip: Instant, url: string): Promise<Sentence | undefined> {
	try {
		return await navigator.share({ title: clip.name, url }).then(() => undefined);
	} catch (error) {
		// It was cancelled.
		if (error instanceof DOMException && error.name === "AbortError") return undefined;
	}
	return (await isCopied(url)) ? ["Link to “", clip, "” copied."] : ["Link: ", { name: url }];
}

/** False where the browser does not allow it. */
export function isCopied(text: string): Promise<boolean> {
	const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
	return copied.then(
		() => true,
		() => false,
	);
}
