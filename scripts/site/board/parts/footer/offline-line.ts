/** The line in the footer that says what works offline, and offers to store the rest. */
import type { PageMessage, WorkerMessage } from "../../../service-worker/messages.ts";
import type { notify, setAction } from "../messages/notice.ts";

type State = Extract<WorkerMessage, { kind: "state" }>;

interface OfflineLine {
	readonly line: HTMLElement;
	readonly button: HTMLButtonElement;
	/** Whether the media are on another host. */
	readonly isRemote: boolean;
	readonly notify: typeof notify;
	readonly setAction: typeof setAction;
	/** Asks the worker. */
	send(message: PageMessage, onReply: (reply: WorkerMessage) => void): void;
	/** Called when the state has changed. */
	changed(): void;
}

/** While true, an answer that is older than the user's choice must not offer it again. */
let isSaving = false;

/** Shows a state. */
export function showOffline(parts: OfflineLine, { build, bytes }: State): void {
	const { line, button, isRemote, setAction } = parts;
	if (isSaving) return;
	if (build === undefined) {
		offerSearch(parts, bytes);
		return;
	}
	// Media on another host can be stored only if that host allows it.
	line.textContent = `✓ Search works offline${isRemote ? "" : "; sounds you played are kept"}`;
	setAction(button, undefined);
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

/** Shows that something is being saved, in place of the button that was pressed for it. */
function startSaving({ line, button, setAction }: OfflineLine): void {
	isSaving = true;
	if (document.activeElement === button) line.focus();
	setAction(button, undefined);
	line.textContent = "Saving…";
}

function showProgress({ line }: OfflineLine, fraction: number, bytes: number): void {
	line.textContent = `Saving… ${megabytes(fraction * bytes)} of ${megabytes(bytes)} MB`;
}

/** Offers to store a catalogue that is too large to store without asking. */
function offerSearch(parts: OfflineLine, bytes: number): void {
	const save = (): void => {
		startSaving(parts);
		parts.send({ kind: "store-all" }, (reply) => {
			if (reply.kind === "progress") {
				showProgress(parts, reply.fraction, bytes);
				return;
			}
			isSaving = false;
			if (reply.kind !== "failed") return parts.changed();
			offerSearch(parts, bytes);
			parts.notify(["The catalogue could not be saved. Try again later."]);
		});
	};
	parts.line.textContent = "";
	const label = `Make search available offline (${megabytes(bytes)} MB)`;
	parts.setAction(parts.button, { label, act: save });
}
