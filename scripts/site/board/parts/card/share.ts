/** The ways to share a clip. */
import type { Instant } from "../../../../contract/instant.ts";
import { FILE_TIMEOUT_MS } from "../../page/scripts.ts";
import type { Action, Sentence } from "../messages/notice.ts";

export interface Said {
	readonly sentence: Sentence;
	readonly action?: Action;
}

/** Opens the device's share dialog, or copies the link where there is none. */
export async function shareLink(clip: Instant, url: string): Promise<Said | undefined> {
	if (await isShared({ title: clip.name, url })) return undefined;
	const isCopied = await copyText(url);
	return { sentence: isCopied ? ["Link to “", clip, "” copied."] : ["Link: ", { name: url }] };
}

/** False where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}

/** False where the device cannot, and true if it was cancelled. */
async function isShared(data: ShareData): Promise<boolean> {
	if (navigator.share === undefined) return false;
	try {
		await navigator.share(data);
		return true;
	} catch (error) {
		return error instanceof DOMException && error.name === "AbortError";
	}
}

/** Whether the device can share sounds themselves. */
export function canShareSounds(): boolean {
	return navigator.canShare?.({ files: [soundFile("sound", new Blob())] }) ?? false;
}

/** Shares the sound itself. */
export async function shareSound(clip: Instant): Promise<Said | undefined> {
	const file = await readSound(clip);
	if (file === undefined) return { sentence: ["This could not be loaded. Try again in a minute."] };
	const data = { title: clip.name, files: [file] };
	if (await isShared(data)) return undefined;
	// Devices share only soon after a press, and loading took longer.
	const action = { label: "Share", act: () => void isShared(data) };
	return { sentence: ["“", clip, "” can be shared now."], action };
}

/** Undefined if the sound cannot be read. */
async function readSound({ slug, sound }: Instant): Promise<File | undefined> {
	try {
		const response = await fetch(sound, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
		return response.ok ? soundFile(slug, await response.blob()) : undefined;
	} catch {
		return undefined;
	}
}

function soundFile(slug: string, content: Blob): File {
	return new File([content], `${slug}.mp3`, { type: "audio/mpeg" });
}
