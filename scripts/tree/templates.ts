/** Reads the templates of pages that are composed on request: of a clip, and for clips that are not there. */
import { valueAt } from "./keyed-file.ts";
import { DamagedTree, type Store } from "./store.ts";

/** `clip` has slots for a clip (contract/clip-page.ts). The others have one for the way to the front page. */
export type TemplateName = "clip" | "gone" | "missing";

/** The text of a template. Throws DamagedTree. */
export async function templateOf(store: Store, root: string, name: TemplateName): Promise<string> {
	const text = await valueAt<string>(store, "templates", root, name);
	if (text === undefined) throw new DamagedTree(`there is no template ${name}`);
	return text;
}
