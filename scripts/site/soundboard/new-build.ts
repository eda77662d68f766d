/** Notices a new build of the site, and switches to it when someone asks for it. */
import { notifyStanding } from "./notice.ts";
import { send, WORKERS } from "./worker.ts";

/** How often an open page checks for a new build. */
const CHECK_MS = 3_600_000;

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
export function watchForUpdates(registration: ServiceWorkerRegistration): void {
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
