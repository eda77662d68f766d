/** The line in the footer that says what works offline, and offers what could. */
import type { MediaState, WorkerMessage } from "../../service-worker/messages.ts";
import { facts, page } from "../page/page-elements.ts";
import { notify, setAction } from "../parts/messages/notice.ts";
import { send } from "./worker.ts";

type State = Extract<WorkerMessage, { kind: "state" }>;

/** A state that was asked for before the user chose to save must not offer it again. */
let isSaving = false;

/** More than this is not saved at a single press. */
const MAX_AT_ONCE = 200_000_000;

/** Shows a state. `changed` is called once another one should be asked for. */
export function showOffline(worker: ServiceWorker, state: State, changed: () => void): void {
	if (isSaving) return;
	const { build, bytes, media } = state;
	if (build === undefined) {
		offerSearch(worker, bytes, changed);
		return;
	}
	if (media?.isSaved === true) {
		say("✓ Everything works offline");
		setAction(page.saveOffline, undefined);
		return;
	}
	// Whether media elsewhere can be kept is for their host to say.
	const sounds = facts.home.media === "remote" ? "" : "; sounds you played are kept";
	say(`✓ Search works offline${sounds}`);
	if (media === undefined) setAction(page.saveOffline, undefined);
	else showSounds(worker, media, changed);
}

function say(text: string): void {
	page.offlineState.textContent = text;
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

/** Shows that something is being saved, in place of the button that was pressed for it. */
function startSaving(): void {
	isSaving = true;
	if (document.activeElement === page.saveOffline) page.offlineState.focus();
	setAction(page.saveOffline, undefined);
	say("Saving…");
}

function showProgress(fraction: number, bytes: number): void {
	say(`Saving… ${megabytes(fraction * bytes)} of ${megabytes(bytes)} MB`);
}

/** Offers to store a catalogue that is too large to store without asking. */
function offerSearch(worker: ServiceWorker, bytes: number, changed: () => void): void {
	const save = (): void => {
		startSaving();
		send(worker, { kind: "store-all" }, (reply) => {
			if (reply.kind === "progress") {
				showProgress(reply.fraction, bytes);
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

/** Offers to save the sounds of all clips, or does so if an earlier build has been saved. */
function showSounds(worker: ServiceWorker, media: MediaState, changed: () => void): void {
	const { bytes } = media;
	const save = (isAsked: boolean): void => {
		startSaving();
		saveSounds(worker, bytes, (failed) => {
			isSaving = false;
			changed();
			if (isAsked) notifySaved(failed, () => save(true));
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
		notify([`All sounds will take ${size} on this device.`], action);
	};
	const act = bytes > MAX_AT_ONCE ? ask : () => save(true);
	setAction(page.saveOffline, { label: `Save all sounds (${size})`, act });
}

/** Whether this page has tried to save what a new build has added. */
let isRenewed = false;

/** `done` is called with the number of files that could not be saved; undefined if none could be tried. */
function saveSounds(
	worker: ServiceWorker,
	bytes: number,
	done: (failed: number | undefined) => void,
): void {
	send(worker, { kind: "save-media" }, (reply) => {
		if (reply.kind === "progress") showProgress(reply.fraction, bytes);
		else if (reply.kind !== "saved") done(undefined);
		else if (reply.left > 0 && reply.failed === 0) saveSounds(worker, bytes, done);
		else done(reply.failed);
	});
}

function notifySaved(failed: number | undefined, retry: () => void): void {
	if (failed === 0) {
		notify(["Everything works offline."]);
		return;
	}
	const count = failed === undefined ? "The sounds" : failed === 1 ? "1 file" : `${failed} files`;
	notify([`${count} could not be saved on this device.`], { label: "Try again", act: retry });
}
