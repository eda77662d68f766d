/**
 * The service worker as the page sees it: it is registered, told what to keep, and changed for a new
 * one when people want that, or when it disturbs nobody.
 */
import type { Instant } from "../../contract/instant.ts";
import type { PageMessage, WorkerMessage } from "../service-worker/messages.ts";
import { notify, notifyStanding } from "./notice.ts";
import { page } from "./page-elements.ts";
import { fileUrl } from "./site-root.ts";

/** How often a page that stays open asks for a new build. */
const ASK_MS = 3_600_000;

const WORKER_PATH = "/service-worker.js";

/** What the rest of the page may tell and ask. */
export interface Offline {
	/** Keep just the media of these clips. Those who have just asked for it are told when it fails. */
	pin(clips: readonly Instant[], isAsked: boolean): void;
	/** Ask the browser not to drop what is kept, now that somebody wants it kept. */
	persist(): void;
	/** The page shows clips of this build. */
	pageIsOf(build: string): void;
	/** Nothing plays any more. */
	fellSilent(): void;
}

/** Without a secure connection there are no workers, and the page does without. */
const WORKERS: ServiceWorkerContainer | undefined = navigator.serviceWorker;

/** Asks a worker; every answer is given to `onReply`. */
function ask(
	worker: ServiceWorker,
	message: PageMessage,
	onReply: (reply: WorkerMessage) => void,
): void {
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = ({ data }) => onReply(data as WorkerMessage);
	worker.postMessage(message, [port2]);
}

/** Starts the worker. `isSilent` tells whether the page may be loaded anew without anybody noticing. */
export function startOffline({ isSilent }: { isSilent(): boolean }): Offline {
	let shownBuild: string | undefined;
	let mustReload = false;
	const reloadWhenSilent = (): void => {
		mustReload = true;
		if (isSilent()) location.reload();
	};

	if (WORKERS !== undefined) {
		const hadWorker = WORKERS.controller !== null;
		WORKERS.addEventListener("controllerchange", () => {
			// The first worker takes over a page that came from the network: of the same build, as a rule.
			if (hadWorker) reloadWhenSilent();
			else showState();
		});
		if (hadWorker) showState();
		registered(WORKERS).then(
			(registration) => registration && watchForUpdates(registration),
			(error: unknown) => console.warn(`instants: not available offline: ${error}`),
		);
	}

	function showState(): void {
		const worker = WORKERS?.controller;
		if (!worker) return;
		ask(worker, { kind: "state" }, (reply) => {
			if (reply.kind !== "state") return;
			const { build } = reply;
			if (build === undefined) offerToStore(worker, showState);
			else tell("✓ Works offline");
			if (build !== undefined && shownBuild !== undefined && build !== shownBuild) {
				reloadWhenSilent();
			}
		});
	}

	return {
		pin: (clips, isAsked) => {
			const urls = clips.flatMap(({ sound, image }) => (image === null ? [sound] : [sound, image]));
			const onReply = (reply: WorkerMessage): void => {
				if (reply.kind !== "pinned" || reply.failed === 0) return;
				if (!isAsked || !navigator.onLine) return;
				notify(["Some favourites cannot be kept on this device."]);
			};
			WORKERS?.ready.then(({ active }) => active && ask(active, { kind: "pin", urls }, onReply));
		},
		persist: () => {
			navigator.storage?.persist?.().catch(() => {});
		},
		pageIsOf: (build) => {
			if (shownBuild === build) return;
			shownBuild = build;
			if (WORKERS?.controller) showState();
		},
		fellSilent: () => {
			if (mustReload) location.reload();
		},
	};
}

/** What browsers with trusted types have; the types of the standard library do not know it. */
interface TrustedTypes {
	createPolicy(
		name: string,
		rules: { createScriptURL(): string },
	): { createScriptURL(_: ""): string };
}

/** The address of the worker, as the policy of the page wants it: not made from text that may be anybody's. */
function workerUrl(): string {
	const createScriptURL = (): string => fileUrl(WORKER_PATH);
	const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
	const policy = trustedTypes?.createPolicy("instants-worker", { createScriptURL });
	return policy?.createScriptURL("") ?? createScriptURL();
}

/**
 * The registration of our worker. A page that has come from it registers no other: that would call
 * back a worker which is just leaving because another site has taken this one's place.
 */
async function registered(
	workers: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration | undefined> {
	if (workers.controller?.scriptURL === fileUrl(WORKER_PATH)) return workers.getRegistration();
	return workers.register(workerUrl(), { updateViaCache: "none" });
}

function tell(text: string): void {
	page.offline.textContent = text;
}

/** Offers to store a catalogue that is too large to be stored unasked. */
function offerToStore(worker: ServiceWorker, stored: () => void): void {
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = "Make the search work offline";
	button.addEventListener("click", () => {
		tell("Storing…");
		ask(worker, { kind: "store-all" }, (reply) => {
			if (reply.kind === "progress") {
				const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
				tell(`Storing ${megabytes(reply.bytes)} of ${megabytes(reply.total)} MB…`);
			} else if (reply.kind === "failed") {
				offerToStore(worker, stored);
				notify(["The catalogue could not be stored. Try again later."]);
			} else stored();
		});
	});
	page.offline.replaceChildren(button);
}

/** A worker that waits takes over within some milliseconds, or not at all. */
const TAKE_OVER_MS = 5000;

/** Lets the worker of a new build take over; the page is then loaded anew. */
function takeOver(registration: ServiceWorkerRegistration): void {
	const { waiting } = registration;
	if (waiting === null) return;
	// Browsers wait for a moment in which the worker before does nothing, and sometimes overlook it.
	// Without either worker the page comes from the network, and brings the new one along.
	const overlooked = setTimeout(async () => {
		await registration.unregister();
		location.reload();
	}, TAKE_OVER_MS);
	WORKERS?.addEventListener("controllerchange", () => clearTimeout(overlooked));
	ask(waiting, { kind: "activate" }, () => {});
}

/** Offers a new build, when there is one. */
function watchForUpdates(registration: ServiceWorkerRegistration): void {
	const offer = (): void => {
		if (registration.waiting === null || !WORKERS?.controller) return;
		notifyStanding(["There is a new version."], {
			label: "Reload",
			choose: () => takeOver(registration),
		});
	};
	offer();
	registration.addEventListener("updatefound", () => {
		registration.installing?.addEventListener("statechange", offer);
	});
	const askForNew = (): void => {
		registration.update().catch(() => {});
	};
	setInterval(askForNew, ASK_MS);
	document.addEventListener("visibilitychange", () => !document.hidden && askForNew());
}
