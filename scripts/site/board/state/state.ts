/** What the page shows follows from this, and changes with it alone. */
import type { Results } from "../data/results.ts";
import type { View } from "./view.ts";

export interface State {
	readonly view: View;
	/** What is known of the clips of the view. */
	readonly phase: "reading" | "searching" | "guessing" | "needs more letters" | "failed" | "done";
	/** What the board shows a part of: clips of the view, or, until they are there, of the one before. */
	readonly results?: Results;
	/** Whether the clip that the view shows large is no longer there. */
	readonly lacksClip?: boolean;
	/** Why the clips cannot be had. */
	readonly error?: unknown;
}
