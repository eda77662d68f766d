/** The line in the footer that says what works offline, and offers what could. */
import type { MediaState, PageMessage, WorkerMessage } from "../../../service-worker/messages.ts";
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
	/** Called once another state should be asked for. */
	changed(): void;
}

/** A state that was asked for before the user chose to save must not offer it again. */
let isSaving = false;

/** More than this is not saved at a single press. */
const MAX_AT_ONCE = 200_000_000;

/** Whether this page has tried to save what a new build has added. */
let isRenewed = false;

/** Shows a state. */
export function showOffline(parts: OfflineLine, { build, bytes, media }: State): void {
	const { line, button, isRemote, setAction } = parts;
	if (isSaving) return;
	if (build === undefined) {
		offerSearch(parts, bytes);
		return;
	}
	if (media?.isSaved === true) {
		line.textContent = "✓ Everything works offline";
		setAction(button, undefined);
		return;
	}
	// Whether media elsewhere can be kept is for their host to say.
	line.textContent = `✓ Search works offline${isRemote ? "" : "; sounds you played are kept"}`;
	if (media === undefined) setAction(button, undefined);
	else offerSounds(parts, media);
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

/** Offers to save the sounds of all clips, or does so if an earlier build has been saved. */
function offerSounds(parts: OfflineLine, media: MediaState): void {
	const { bytes } = media;
	const save = (isAsked: boolean): void => {
		startSaving(parts);
		saveSounds(parts, bytes, (failed) => {
			isSaving = false;
			parts.changed();
			if (isAsked) notifySaved(parts, failed, () => save(true));
		});
	};
	if (media.isAsked && !isRenewed) {
		isRenewed = true;
		save(false);
		return;
	}
	const size = `${megabytes(bytes)} MB`;
	const ask = (): void => {
		const action = { label: "Save", act: () => save(true) };
		parts.notify([`All sounds will take ${size} on this device.`], action);
	};
	const act = bytes > MAX_AT_ONCE ? ask : () => save(true);
	parts.setAction(parts.button, { label: `Save all sounds (${size})`, act });
}

/** `done` is called with the number of files that could not be saved; undefined if none could be tried. */
function saveSounds(
	parts: OfflineLine,
	bytes: number,
	done: (failed: number | undefined) => void,
): void {
	parts.send({ kind: "save-media" }, (reply) => {
		if (reply.kind === "progress") showProgress(parts, reply.fraction, bytes);
		else if (reply.kind !== "saved") done(undefined);
		else if (reply.left > 0 && reply.failed === 0) saveSounds(parts, bytes, done);
		else done(reply.failed);
	});
}

function notifySaved({ notify }: OfflineLine, failed: number | undefined, retry: () => void): void {
	if (failed === 0) {
		notify(["Everything works offline."]);
		return;
	}
	const count = failed === undefined ? "The sounds" : failed === 1 ? "1 file" : `${failed} files`;
	notify([`${count} could not be saved on this device.`], { label: "Try again", act: retry });
}
