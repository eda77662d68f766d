/**
 * The service worker: keeps the site working offline, including the API. Each worker belongs to one build, so
 * that a page never mixes files of two builds; a new worker waits until the page lets it take over.
 * https://w3c.github.io/ServiceWorker/
 */
import { answer } from "./answers.ts";
import { answerMedia, MediaCache } from "./media.ts";
import {
	type Build,
	type PageMessage,
	SERVICE_WORKER_PATH,
	type WorkerMessage,
} from "./messages.ts";
import { fetchSoon } from "./responses.ts";
import {
	completePointer,
	dropOtherBuilds,
	openCache,
	pruneStore,
	SCOPE,
	storeAllData,
	storeBuild,
} from "./store.ts";

declare const self: ServiceWorkerGlobalScope;
declare const BUILD: Build;

self.addEventListener("install", (event) => {
	event.waitUntil(storeBuild());
});

self.addEventListener("activate", (event) => {
	const claimed = dropOtherBuilds().then(() => self.clients.claim());
	event.waitUntil(claimed);
	// Not awaited, because a worker answers nothing while it activates. If pruning is interrupted, the next build
	// completes it.
	claimed.then(pruneStore).catch((error: unknown) => console.warn(`instants: ${error}`));
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const { url, mode, method, destination } = request;
	const later = (work: Promise<unknown>): void => event.waitUntil(work);
	const isOurs = url.startsWith(SCOPE);
	if (isOurs && destination === "document") later(leaveIfReplaced(event.resultingClientId));
	if (isOurs && !url.startsWith(`${SCOPE}media/`)) event.respondWith(answer(request));
	// A file opened as a page could run with the rights of the site, so the host has to answer, with
	// its headers.
	else if (mode === "navigate" || method !== "GET") return;
	else if (isOurs || destination === "audio" || destination === "image") {
		const isLeftToBrowser = !isOurs && destination === "image";
		event.respondWith(
			openMedia().then((media) => answerMedia(media, request, later, isLeftToBrowser)),
		);
	}
});

/** Opened for every request, because the browser may have evicted the caches. */
async function openMedia(): Promise<MediaCache> {
	return new MediaCache(await openCache("played"), await openCache("pinned"));
}

/**
 * Unregisters when another site has taken over this address: there is a page, but no worker script, or something
 * else in its place. The page that is being opened is then loaded from the other site. If the site is merely
 * gone, the worker stays, because the stored copy is all that is left of the site. (Over HTTPS, a network cannot
 * answer in place of the site.)
 */
async function leaveIfReplaced(page: string): Promise<void> {
	const head = (url: string): Promise<Response | undefined> =>
		fetchSoon(url, { method: "HEAD", cache: "no-store" }, 5000).catch(() => undefined);
	const worker = await head(SCOPE + SERVICE_WORKER_PATH);
	const isNotScript = worker?.ok && !/javascript/.test(worker.headers.get("Content-Type") ?? "");
	const isReplaced = isNotScript || worker?.status === 404 || worker?.status === 410;
	if (!isReplaced || (await head(SCOPE))?.status !== 200) return;
	await self.registration.unregister();
	let client: Client | null | undefined = await self.clients.get(page);
	// A page that is still being opened may overtake the navigation and stay.
	for (let tries = 0; tries < 5 && client instanceof WindowClient && client.id === page; tries++) {
		client = await client.navigate(client.url);
	}
}

self.addEventListener("message", (event) => {
	const [port] = event.ports;
	const reply = (message: WorkerMessage): void => port?.postMessage(message);
	const answered = answerMessage(event.data as PageMessage, reply).catch((error: unknown) => {
		console.error(`instants: ${error}`);
		reply({ kind: "failed" });
	});
	event.waitUntil(answered);
});

async function answerMessage(
	message: PageMessage,
	reply: (message: WorkerMessage) => void,
): Promise<void> {
	switch (message.kind) {
		case "activate":
			if (!message.isAsked && (await openPages()) > 1) return reply({ kind: "failed" });
			return self.skipWaiting();
		case "state":
			return reply(await state());
		case "pin":
			return reply({ kind: "pinned", failed: await (await openMedia()).pin(message.urls) });
		case "store-all":
			await storeAllData((fraction) => reply({ kind: "progress", fraction }));
			return reply(await state());
	}
}

/** The open pages, without those in frames. All pages switch at once, and someone may be busy on another page. */
async function openPages(): Promise<number> {
	const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
	return pages.filter(({ frameType }) => frameType !== "nested").length;
}

async function state(): Promise<WorkerMessage> {
	const isStored = (await completePointer()) !== undefined;
	return { kind: "state", isStored, bytes: BUILD.store.bytes };
}
