/**
 * The page's side of the service worker: registers it, tells it what to keep, and switches to a new
 * build when someone asks for it or nothing would be interrupted.
 */
import { type Instant, MEDIA_FOLDERS, type MediaField } from "../../contract/instant.ts";
import {
	type PageMessage,
	SERVICE_WORKER_PATH,
	type WorkerMessage,
} from "../service-worker/messages.ts";
import { notify, notifyStanding, setAction } from "./notice.ts";
import { page } from "./page-elements.ts";
import { fileUrl } from "./site-root.ts";

/** How often an open page checks for a new build. */
const CHECK_MS = 3_600_000;

/** Undefined without a secure connection. */
const WORKERS: ServiceWorkerContainer | undefined = navigator.serviceWorker;

/** Sends a message; `onReply` is called for every reply. */
function send(
	worker: ServiceWorker,
	message: PageMessage,
	onReply: (reply: WorkerMessage) => void,
): void {
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
		// Work that is still under way when another part fails would go on reporting.
		if (data.kind !== "progress") port1.close();
		onReply(data);
	};
	worker.postMessage(message, [port2]);
}

/** Starts the worker. `isSilent` says whether reloading the page would interrupt nothing. */
export function startOffline({ isSilent }: { isSilent(): boolean }) {
	let shownBuild: string | undefined;
	let mustReload = false;
	const reloadWhenSilent = (): void => {
		mustReload = true;
		if (isSilent()) location.reload();
	};

	if (WORKERS !== undefined) {
		const hadWorker = WORKERS.controller !== null;
		WORKERS.addEventListener("controllerchange", () => {
			// The first worker takes over a page from the network, usually of the same build.
			if (hadWorker) reloadWhenSilent();
			else showState();
		});
		if (hadWorker) showState();
		registered(WORKERS).then(
			(registration) => registration && watchForUpdates(registration),
			(error: unknown) => console.warn(`instants: will not work offline: ${error}`),
		);
	}

	function showState(): void {
		const worker = WORKERS?.controller;
		if (!worker) return;
		send(worker, { kind: "state" }, (reply) => {
			if (reply.kind !== "state") return;
			const { build, bytes } = reply;
			if (build === undefined && !isSaving) offerToStore(worker, bytes, showState);
			if (build === undefined) return;
			page.offlineState.textContent = "✓ Works offline";
			setAction(page.saveOffline, undefined);
			if (shownBuild !== undefined && !build.startsWith(shownBuild)) reloadWhenSilent();
		});
	}

	return {
		/** Keeps the media of these clips and no others. Failures are shown only if `isAsked`. */
		pin: (clips: readonly Instant[], isAsked: boolean): void => {
			const fields = Object.keys(MEDIA_FOLDERS) as MediaField[];
			const media = clips.flatMap((clip) => fields.map((field) => clip[field]));
			const urls = media.filter((url) => url !== null);
			const onReply = (reply: WorkerMessage): void => {
				if (reply.kind !== "pinned" || reply.failed === 0) return;
				if (!isAsked || !navigator.onLine) return;
				notify(["Some favourites could not be saved on this device."]);
			};
			WORKERS?.ready.then(({ active }) => active && send(active, { kind: "pin", urls }, onReply));
		},
		/** Asks the browser not to evict what is kept. */
		persist: (): void => {
			navigator.storage?.persist?.().catch(() => {});
		},
		/** @param build the beginning of the id of the build that the page shows */
		pageIsOf: (build: string): void => {
			if (shownBuild === build) return;
			shownBuild = build;
			if (WORKERS?.controller) showState();
		},
		fellSilent: (): void => {
			if (mustReload) location.reload();
		},
	};
}

/** Missing in the standard library's types. https://www.w3.org/TR/trusted-types/ */
interface TrustedTypes {
	createPolicy(
		name: string,
		rules: { createScriptURL(): string },
	): { createScriptURL(_: ""): string };
}

/** The address of the worker, in the form that the page's security policy requires. */
function workerUrl(): string {
	const createScriptURL = (): string => fileUrl(SERVICE_WORKER_PATH);
	const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
	const policy = trustedTypes?.createPolicy("instants-worker", { createScriptURL });
	return policy?.createScriptURL("") ?? createScriptURL();
}

/**
 * Registers the worker, unless the page came from it. Registering again would revive a worker that
 * is leaving because another site has replaced this one.
 */
async function registered(
	workers: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration | undefined> {
	if (workers.controller?.scriptURL === fileUrl(SERVICE_WORKER_PATH))
		return workers.getRegistration();
	return workers.register(workerUrl(), { updateViaCache: "none" });
}

/** A state that was asked for before the user chose to save must not offer it again. */
let isSaving = false;

/** Offers to store a catalogue that is too large to store without asking. */
function offerToStore(worker: ServiceWorker, bytes: number, stored: () => void): void {
	const megabytes = (part: number): string => (part / 1e6).toFixed(1);
	const save = (): void => {
		isSaving = true;
		setAction(page.saveOffline, undefined);
		page.offlineState.textContent = "Saving…";
		send(worker, { kind: "store-all" }, (reply) => {
			if (reply.kind === "progress") {
				const done = megabytes(reply.fraction * bytes);
				page.offlineState.textContent = `Saving… ${done} of ${megabytes(bytes)} MB`;
				return;
			}
			isSaving = false;
			if (reply.kind === "failed") {
				offerToStore(worker, bytes, stored);
				notify(["The catalogue could not be saved. Try again later."]);
			} else stored();
		});
	};
	page.offlineState.textContent = "";
	const label = `Make search available offline (${megabytes(bytes)} MB)`;
	setAction(page.saveOffline, { label, act: save });
}

/** A waiting worker takes over within milliseconds, or not at all. */
const TAKE_OVER_MS = 5000;

/** Lets the worker of a new build take over, which reloads the page. */
function takeOver(registration: ServiceWorkerRegistration): void {
	const { waiting } = registration;
	if (waiting === null) return;
	// Browsers wait until the old worker is idle, and sometimes miss that moment. Without either worker
	// the page loads from the network and registers the new one.
	const fallback = setTimeout(async () => {
		await registration.unregister();
		location.reload();
	}, TAKE_OVER_MS);
	WORKERS?.addEventListener("controllerchange", () => clearTimeout(fallback));
	send(waiting, { kind: "activate" }, () => {});
}

/** Offers a new build once it is stored. */
function watchForUpdates(registration: ServiceWorkerRegistration): void {
	const offer = (): void => {
		if (registration.waiting === null || !WORKERS?.controller) return;
		notifyStanding(["A new version is available."], {
			label: "Reload",
			act: () => takeOver(registration),
		});
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
