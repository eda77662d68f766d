/** The line in the footer that says what works offline, and offers what could. */
import type { WorkerMessage } from "../service-worker/messages.ts";
import { HOME } from "./build-facts.ts";
import { notify, setAction } from "./notice.ts";
import { page } from "./page-elements.ts";
import { send } from "./worker.ts";

type State = Extract<WorkerMessage, { kind: "state" }>;

/** A state that was asked for before the user chose to save must not offer it again. */
let isSaving = false;

/** Shows a state. `changed` is called once another one should be asked for. */
export function showOffline(worker: ServiceWorker, state: State, changed: () => void): void {
	if (isSaving) return;
	if (state.build === undefined) {
		offerSearch(worker, state.bytes, changed);
		return;
	}
	// Whether media elsewhere can be kept is for their host to say.
	const sounds = HOME.media === "remote" ? "" : "; sounds you played are kept";
	say(`✓ Search works offline${sounds}`);
	setAction(page.saveOffline, undefined);
}

function say(text: string): void {
	page.offlineState.textContent = text;
}

/** Megabytes with one decimal. */
function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

/** Offers to store a catalogue that is too large to store without asking. */
function offerSearch(worker: ServiceWorker, bytes: number, changed: () => void): void {
	const save = (): void => {
		isSaving = true;
		setAction(page.saveOffline, undefined);
		say("Saving…");
		send(worker, { kind: "store-all" }, (reply) => {
			if (reply.kind === "progress") {
				say(`Saving… ${megabytes(reply.fraction * bytes)} of ${megabytes(bytes)} MB`);
				return;
			}
			isSaving = false;
			if (reply.kind !== "failed") return changed();
			offerSearch(worker, bytes, changed);
			notify(["The catalogue could not be saved. Try again later."]);
		});
	};
	say("");
	const label = `Make search available offline (${megabytes(bytes)} MB)`;
	setAction(page.saveOffline, { label, act: save });
}
