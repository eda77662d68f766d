/** Shares links and sounds through the device's share dialog or the clipboard. */
import type { Instant } from "../../../../contract/instant.ts";
import type { Sentence } from "./notice.ts";

/** Opens the device's share dialog, or copies the link where there is none. Returns what to tell the visitor. */
export async function shareLink(name: string, url: string): Promise<Sentence | undefined> {
	try {
		return await navigator.share({ title: name, url }).then(() => undefined);
	} catch (error) {
		if (isCancelled(error)) return undefined;
	}
	return (await isCopied(url)) ? ["Link to “", { name }, "” copied."] : ["Link: ", { name: url }];
}

/** Opens the device's share dialog with a sound. Returns what to tell the visitor. */
export async function sendSound({ name, slug, sound }: Instant): Promise<Sentence | undefined> {
	try {
		const response = await fetch(sound);
		if (!response.ok) throw new Error(`${sound} answered ${response.status}`);
		const file = new File([await response.blob()], `${slug}.mp3`, { type: "audio/mpeg" });
		return await navigator.share({ title: name, files: [file] }).then(() => undefined);
	} catch (error) {
		return isCancelled(error) ? undefined : ["“", { name }, "” could not be sent."];
	}
}

function isCancelled(error: unknown): boolean {
	return error instanceof DOMException && error.name === "AbortError";
}

/** Copies text to the clipboard. False if the browser does not allow that. */
export function isCopied(text: string): Promise<boolean> {
	const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
	return copied.then(
		() => true,
		() => false,
	);
}
