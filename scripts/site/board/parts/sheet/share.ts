/** The link to a clip, and ways to share it. */
import { HOME, viewUrl } from "../../state/view.ts";

/**
 * The address of a clip.
 * @param hasPage whether it has a page of its own; if not, the front page shows it
 */
export function clipUrl(root: string, slug: string, hasPage: boolean): string {
	return viewUrl(root, { ...HOME, clip: slug, isClipPage: hasPage });
}

export type Shared = "shared" | "copied" | "cancelled" | "impossible";

/** Opens the device's share dialog, or copies the link where there is none. */
export async function share(title: string, url: string): Promise<Shared> {
	if (navigator.share !== undefined) {
		try {
			await navigator.share({ title, url });
			return "shared";
		} catch (error) {
			if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
		}
	}
	return copy(url);
}

export async function copy(url: string): Promise<"copied" | "impossible"> {
	try {
		await navigator.clipboard.writeText(url);
		return "copied";
	} catch {
		return "impossible";
	}
}
