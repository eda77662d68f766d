/** The line in the footer that says what works offline, and offers to store the rest. */
import type { PageMessage, WorkerMessage } from "../../../service-worker/messages.ts";
import { facts, page } from "../../page/page-elements.ts";
import { notify, setAction } from "../messages/notice.ts";

type State = Extract<WorkerMessage, { kind: "state" }>;

interface Worker {
	send(message: PageMessage, onReply: (reply: WorkerMessage) => void): void;
	/** Called when the state has changed. */
	changed(): void;
}

/** While true, an answer from before the user's choice must not offer it again. */
let isSaving = false;

export function showOffline({ build, bytes }: State, worker: Worker): void {
	if (isSaving) return;
	if (build === undefined) {
		offerSearch(bytes, worker);
		return;
	}
	// Media on another host can be stored only if that host allows it.
	const sounds = facts.home.media === "remote" ? "" : "; sounds you played are kept";
	page.offlineState.textContent = `✓ Search works offline${sounds}`;
	setAction(page.saveOffline, undefined);
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

/** Offers to store a catalogue that is too large to store without asking. */
function offerSearch(bytes: number, worker: Worker): void {
	const save = (): void => {
		isSaving = true;
		// The button disappears.
		if (document.activeElement === page.saveOffline) page.offlineState.focus();
		setAction(page.saveOffline, undefined);
		page.offlineState.textContent = "Saving…";
		worker.send({ kind: "store-all" }, (reply) => {
			if (reply.kind === "progress") {
				const saved = megabytes(reply.fraction * bytes);
				page.offlineState.textContent = `Saving… ${saved} of ${megabytes(bytes)} MB`;
				return;
			}
			isSaving = false;
			if (reply.kind !== "failed") return worker.changed();
			offerSearch(bytes, worker);
			notify(["The catalogue could not be saved. Try again later."]);
		});
	};
	page.offlineState.textContent = "";
	const label = `Make search available offline (${megabytes(bytes)} MB)`;
	setAction(page.saveOffline, { label, act: save });
}
