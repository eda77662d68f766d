/** Notices a new build of the site, and switches to it where nobody is disturbed, or when someone asks for it. */

import { page } from "../page/page-elements.ts";
import { notifyStanding } from "../parts/messages/notice.ts";
import { isDialogOpen } from "../parts/sheet/dialog.ts";
import { send, WORKERS } from "./worker.ts";

/** How often an open page checks for a new build. */
const CHECK_MS = 3_600_000;

/** A waiting worker takes over within milliseconds, or not at all. */
const TAKE_OVER_MS = 5000;

/** Lets the worker of a new build take over, which reloads the page, unless nobody asked and that disturbs others. */
function takeOver(
	registration: ServiceWorkerRegistration,
	isAsked: boolean,
	refused: () => void,
): void {
	const { waiting } = registration;
	if (waiting === null) return;
	// Browsers wait until the old worker is idle, and sometimes miss that moment. Without either worker
	// the page loads from the network and registers the new one.
	const fallback = setTimeout(async () => {
		await registration.unregister();
		location.reload();
	}, TAKE_OVER_MS);
	WORKERS?.addEventListener("controllerchange", () => clearTimeout(fallback));
	send(waiting, { kind: "activate", isAsked }, () => {
		clearTimeout(fallback);
		refused();
	});
}

/**
 * Shows a new build once it is stored.
 * @param isSilent whether nothing plays
 * @param stop silences what plays
 */
export function watchForUpdates(
	registration: ServiceWorkerRegistration,
	{ isSilent, stop }: { isSilent(): boolean; stop(): void },
): void {
	const offer = (): void => {
		if (registration.waiting === null || !WORKERS?.controller) return;
		const ask = (): void => {
			const act = (): void => {
				stop();
				takeOver(registration, true, () => {});
			};
			notifyStanding(["New clips are here."], { label: "Show them", act });
		};
		if (isSilent() && page.search.value === "" && !isDialogOpen())
			takeOver(registration, false, ask);
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
