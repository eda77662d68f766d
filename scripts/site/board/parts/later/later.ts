/** Loads the script for everything that the first view does not need. */
import { facts } from "../../page/page-elements.ts";
import { BuildReplaced, loadScript } from "../../page/scripts.ts";
import { notify } from "../messages/notice.ts";

export type LaterScript = typeof import("./later-script.ts");

/** Does something with the script, or says that it could not be loaded. */
export async function withLater(act: (script: LaterScript) => unknown): Promise<void> {
	try {
		await act(await loadScript<LaterScript>(facts.laterScript));
	} catch (error) {
		console.warn(`instants: ${error}`);
		if (error instanceof BuildReplaced)
			notify(["This site has changed."], { label: "Reload", act: () => location.reload() });
		else notify(["This could not be loaded. Try again in a minute."]);
	}
}

/** Loads the script when someone first uses the page: in time for the first press of a button. */
export function onFirstUse(prepare: (script: LaterScript) => void): void {
	const used = new AbortController();
	const start = (): void => {
		used.abort();
		loadScript<LaterScript>(facts.laterScript).then(prepare, () => onFirstUse(prepare));
	};
	for (const event of ["pointerover", "keydown"]) addEventListener(event, start, used);
}
