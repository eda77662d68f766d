/**
 * The page's side of the service worker: registers it, tells it what to keep, and switches to a new
 * build when nothing would be interrupted or someone asks for it.
 */
import { type Instant, MEDIA_FOLDERS, type MediaField } from "../../../contract/instant.ts";
import type { WorkerMessage } from "../../service-worker/messages.ts";
import { facts, page } from "../page/page-elements.ts";
import { loadScript } from "../page/scripts.ts";
import type { LaterScript } from "../parts/later/later.ts";
import { notify, setAction } from "../parts/messages/notice.ts";
import { watchForUpdates } from "./new-build.ts";
import { registered, send, WORKERS } from "./worker.ts";

/** Starts the worker. `isSilent` says whether reloading the page would interrupt nothing, and `stop` makes it so. */
export function startOffline({ isSilent, stop }: { isSilent(): boolean; stop(): void }) {
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
			(registration) => registration && watchForUpdates(registration, { isSilent, stop }),
			(error: unknown) => console.warn(`instants: will not work offline: ${error}`),
		);
	}

	function showState(): void {
		const worker = WORKERS?.controller;
		if (!worker) return;
		send(worker, { kind: "state" }, (reply) => {
			if (reply.kind !== "state") return;
			showLine(worker, reply);
			const { build } = reply;
			if (build === undefined) return;
			if (shownBuild !== undefined && !build.startsWith(shownBuild)) reloadWhenSilent();
		});
	}

	/** Nothing is amiss without the line, so nothing is said if its script cannot be had. */
	function showLine(worker: ServiceWorker, state: Parameters<LaterScript["showOffline"]>[1]): void {
		const line = {
			line: page.offlineState,
			button: page.saveOffline,
			isRemote: facts.home.media === "remote",
			notify,
			setAction,
			send: send.bind(undefined, worker),
			changed: showState,
		};
		loadScript<LaterScript>(facts.laterScript).then(
			({ showOffline }) => showOffline(line, state),
			(error: unknown) => console.warn(`instants: ${error}`),
		);
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
