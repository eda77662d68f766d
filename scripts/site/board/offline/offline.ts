/**
 * The page's side of the service worker: registers it, tells it which media to store, and switches to a new build
 * when this disturbs nobody, or when the visitor requests it.
 */

import { type Instant, MEDIA_FOLDERS, type MediaField } from "../../../contract/instant.ts";
import {
	type PageMessage,
	SERVICE_WORKER_PATH,
	type WorkerMessage,
} from "../../service-worker/messages.ts";
import { facts, isEmbedded, page } from "../page/page-elements.ts";
import { fileUrl, SITE_ROOT } from "../page/site-root.ts";
import { scriptUrl } from "../page/trusted.ts";
import { notify, setAction } from "../parts/messages/notice.ts";
import { isDialogOpen } from "../parts/sheet/dialog.ts";

/** Undefined without a secure connection, and in frames on other sites, which store nothing. */
const WORKERS: ServiceWorkerContainer | undefined = isEmbedded
	? undefined
	: navigator.serviceWorker;

/** Sends a message; `onReply` is called for every reply. */
function send(
	worker: ServiceWorker,
	message: PageMessage,
	onReply: (reply: WorkerMessage) => void,
): void {
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
		// After a failure, unfinished work would still send reports.
		if (data.kind !== "progress") port1.close();
		onReply(data);
	};
	worker.postMessage(message, [port2]);
}

/**
 * Registers the worker, unless it served the page. Registering again would revive a worker that is unregistering
 * because another site has replaced this one.
 */
async function registered(
	workers: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration | undefined> {
	if (workers.controller?.scriptURL === fileUrl(SERVICE_WORKER_PATH))
		return workers.getRegistration();
	return workers.register(scriptUrl(SERVICE_WORKER_PATH), { updateViaCache: "none" });
}

/** How often an open page checks for a new build. */
const CHECK_MS = 3_600_000;

/**
 * Lets the worker of a new build take over, which reloads all pages. Unless the visitor requested it, the worker
 * refuses while other pages are open.
 */
function takeOver(waiting: ServiceWorker, isAsked: boolean, refused: () => void): void {
	// Chromium waits until the old worker is idle, but stops waiting when a request revives that worker just as it
	// stops. A navigation makes Chromium check again, but may also revive the old worker, so every pause is longer
	// than the last.
	// https://github.com/w3c/ServiceWorker/issues/1295
	const remind = (pause: number): void => {
		if (waiting.state !== "installed") return;
		const frame = document.createElement("iframe");
		frame.hidden = true;
		frame.src = fileUrl("icons/192.png");
		frame.onload = () => frame.remove();
		document.body.append(frame);
		reminder = setTimeout(remind, pause, 2 * pause);
	};
	let reminder = setTimeout(remind, 1000, 2000);
	send(waiting, { kind: "activate", isAsked }, () => {
		clearTimeout(reminder);
		refused();
	});
}

/**
 * Shows a new build once it is stored.
 * @param isSilent whether nothing plays
 * @param stop stops all sounds
 */
function watchForUpdates(
	registration: ServiceWorkerRegistration,
	{ isSilent, stop }: { isSilent(): boolean; stop(): void },
): void {
	const offer = (): void => {
		const { waiting } = registration;
		if (waiting === null || !WORKERS?.controller) return;
		const ask = (): void => {
			const act = (): void => {
				stop();
				takeOver(waiting, true, () => {});
			};
			notify(["New clips are here."], { label: "Show them", act });
		};
		if (isSilent() && page.search.value === "" && !isDialogOpen()) takeOver(waiting, false, ask);
		else ask();
	};
	offer();
	registration.addEventListener("updatefound", () => {
		registration.installing?.addEventListener("statechange", offer);
	});
	const check = (): void => {
		registration.update().catch(() => {});
	};
	setInterval(check, CHECK_MS);
	document.addEventListener("visibilitychange", () => !document.hidden && check());
}

/** Starts the worker. It reloads the page only while `isSilent`; `stop` stops all sounds. */
export function startOffline({ isSilent, stop }: { isSilent(): boolean; stop(): void }) {
	let mustReload = false;
	if (WORKERS !== undefined) {
		let hasWorker = WORKERS.controller !== null;
		WORKERS.addEventListener("controllerchange", () => {
			// The first worker takes over a page that came from the network. Any later worker belongs to a different build.
			mustReload = hasWorker;
			hasWorker = true;
			if (!mustReload) showState();
			else if (isSilent()) location.reload();
		});
		if (hasWorker) showState();
		registered(WORKERS).then(
			(registration) => registration && watchForUpdates(registration, { isSilent, stop }),
			(error: unknown) => console.warn(`instants: will not work offline: ${error}`),
		);
	}

	return {
		/** Stores the media of these clips and no others. Shows failures only if `isAsked`. */
		pin: (clips: readonly Instant[], isAsked?: boolean): void => {
			const fields = Object.keys(MEDIA_FOLDERS) as MediaField[];
			const media = clips.flatMap((clip) => fields.map((field) => clip[field]));
			const urls = media.filter((url) => url !== null);
			const onReply = (reply: WorkerMessage): void => {
				if (reply.kind !== "pinned" || reply.failed === 0) return;
				if (!isAsked || !navigator.onLine) return;
				notify(["Some favourites could not be saved on this device."]);
			};
			WORKERS?.ready.then(
				({ active }) => active && send(active, { kind: "pin", urls }, onReply),
				// Where cookies are blocked, Firefox has no workers.
				() => {},
			);
		},
		/** Stores the picture of a clip that plays: the page may have loaded the picture before there was a worker. */
		keepPicture: ({ image }: Instant): void => {
			if (WORKERS?.controller && image?.startsWith(SITE_ROOT)) fetch(image).catch(() => {});
		},
		fellSilent: (): void => {
			if (mustReload) location.reload();
		},
	};
}

function showState(): void {
	const worker = WORKERS?.controller;
	if (!worker) return;
	send(worker, { kind: "state" }, (reply) => {
		if (reply.kind === "state") showStored(worker, reply);
	});
}

type Stored = Pick<Extract<WorkerMessage, { kind: "state" }>, "isStored" | "bytes">;

/** Shows what works offline, or offers to store a catalogue that is too large to store without asking. */
function showStored(worker: ServiceWorker, { isStored, bytes }: Stored): void {
	// Media on another host can be stored only if that host allows it.
	const sounds = facts.home.media === "remote" ? "" : "; sounds you played are kept";
	page.offlineState.textContent = isStored ? `✓ Search works offline${sounds}` : "";
	const label = `Make search available offline (${megabytes(bytes)} MB)`;
	const act = (): void => storeAll(worker, bytes);
	setAction(page.saveOffline, isStored ? undefined : { label, act });
}

function storeAll(worker: ServiceWorker, bytes: number): void {
	// The button is about to disappear.
	if (document.activeElement === page.saveOffline) page.offlineState.focus();
	setAction(page.saveOffline, undefined);
	page.offlineState.textContent = "Saving…";
	send(worker, { kind: "store-all" }, (reply) => {
		if (reply.kind === "progress") {
			const saved = megabytes(reply.fraction * bytes);
			page.offlineState.textContent = `Saving… ${saved} of ${megabytes(bytes)} MB`;
			return;
		}
		showStored(worker, reply.kind === "state" ? reply : { isStored: false, bytes });
		if (reply.kind === "failed") notify(["The catalogue could not be saved. Try again later."]);
	});
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}
