/** The sheet over the board, with everything about one clip, and the ways to share it. */
import { frameCode } from "../../../../contract/clip-embed.ts";
import type { Instant } from "../../../../contract/instant.ts";
import { FILE_TIMEOUT_MS } from "../../page/scripts.ts";
import { within } from "../../page/within.ts";
import type { Action, Sentence } from "../messages/notice.ts";
import { lengthOf } from "../tile/detail.ts";

interface SheetContent {
	readonly tags: readonly HTMLElement[];
	/** The address of the clip page, if there is one. */
	readonly page: string | undefined;
}

export function fillSheet(sheet: HTMLElement, clip: Instant, { tags, page }: SheetContent): void {
	within(sheet, "h2", HTMLElement).textContent = clip.name;
	within(sheet, "p", HTMLElement).textContent = clip.description.trim();
	within(sheet, ".tags", HTMLElement).replaceChildren(...tags);
	within(sheet, ".length", HTMLElement).textContent = lengthOf(clip);
	within(sheet, ".share-sound", HTMLElement).hidden = !canShareSounds();
	const embed = within(sheet, ".embed", HTMLDetailsElement);
	embed.hidden = page === undefined;
	embed.open = false;
	const code = within(embed, "textarea", HTMLTextAreaElement);
	code.value = page === undefined ? "" : frameCode(clip, page);
	code.onfocus = () => code.select();
}

export interface Said {
	readonly sentence: Sentence;
	readonly action?: Action;
}

/** Opens the device's share dialog, or copies the link where there is none. */
export async function shareLink(clip: Instant, url: string): Promise<Said | undefined> {
	const data = { title: clip.name, url };
	return (await isShared(data)) ? undefined : copyLink(clip, url);
}

export async function copyLink(clip: Instant, url: string): Promise<Said> {
	try {
		await navigator.clipboard.writeText(url);
		return { sentence: ["Link to “", clip, "” copied."] };
	} catch {
		return { sentence: ["Link: ", { name: url }] };
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
function canShareSounds(): boolean {
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
