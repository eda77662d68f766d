/**
 * The service worker: keeps the site working offline, including the API. Each worker belongs to one
 * build, so that a page never mixes files of two; a new worker waits until the page lets it take
 * over. https://w3c.github.io/ServiceWorker/
 */

import { NOT_FOUND_PAGE } from "../../tree/paths.ts";
import { parsePointer } from "../../tree/pointer.ts";
import { answerHandled, isHandledUrl } from "./api.ts";
import { completePointer, dataFile } from "./data.ts";
import { answerForeignImage, answerMedia, keptMedia, pinMedia } from "./media.ts";
import {
	type Build,
	type PageMessage,
	SERVICE_WORKER_PATH,
	type WorkerMessage,
} from "./messages.ts";
import { mediaState, saveAllMedia } from "./saved-media.ts";
import { dropOtherBuilds, fileUrl, openBuildCache, SCOPE } from "./scope.ts";
import { pruneStore, storeAllData, storeDataIfSmall, storeSite } from "./store.ts";

declare const self: ServiceWorkerGlobalScope;
declare const BUILD: Build;

self.addEventListener("install", (event) => {
	event.waitUntil(storeSite().then(storeDataIfSmall));
});

self.addEventListener("activate", (event) => {
	const claimed = dropOtherBuilds().then(() => self.clients.claim());
	event.waitUntil(claimed.then(pruneStore));
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	const isOurs = url.href.startsWith(SCOPE);
	const later = (work: Promise<unknown>): void => event.waitUntil(work);
	if (isOurs && request.mode === "navigate") later(leaveIfReplaced());
	if (isOurs && isHandledUrl(url)) event.respondWith(answerHandled(request));
	else if (request.method !== "GET") return;
	else if (isOurs && url.href.startsWith(`${SCOPE}media/`)) {
		// A file opened as a page could run with the rights of the site: the host has to answer for it.
		if (request.mode !== "navigate") event.respondWith(answerMedia(request, later));
	} else if (isOurs) event.respondWith(answerFile(request, url));
	else if (request.destination === "audio") event.respondWith(answerMedia(request, later));
	else if (request.destination === "image") event.respondWith(answerForeignImage(request, later));
});

/**
 * Unregisters when another site has taken over this address: there is a page, but no worker. If the
 * site is merely gone the worker stays, because the stored copy is all that is left of it.
 */
async function leaveIfReplaced(): Promise<void> {
	const statusOf = async (url: string): Promise<number | undefined> => {
		const response = await fetch(url, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
		return response?.status;
	};
	const worker = await statusOf(SCOPE + SERVICE_WORKER_PATH);
	const isReplaced = (worker === 404 || worker === 410) && (await statusOf(SCOPE)) === 200;
	if (isReplaced) await self.registration.unregister();
}

/** A page of this build, or a file that pages load; undefined when it is not stored. */
async function storedPage(path: string): Promise<Response | undefined> {
	return (await openBuildCache()).match(fileUrl(path));
}

/** Answers with a page or a data file. The query makes no difference. */
async function answerFile(request: Request, { href }: URL): Promise<Response> {
	const path = href.slice(SCOPE.length - 1).replace(/[?#].*$/s, "");
	const data = await dataFile(path);
	const file = data ?? (await storedPage(path.endsWith("/") ? `${path}index.html` : path));
	if (file !== undefined) return file;
	try {
		return await fetch(request);
	} catch (error) {
		const instead = await insteadOf(request, path);
		if (instead === undefined) throw error;
		return instead;
	}
}

/** What a host would answer to an address that is not a file: a redirect to the folder, or the 404 page. */
async function insteadOf({ mode, url }: Request, path: string): Promise<Response | undefined> {
	if (mode !== "navigate") return undefined;
	if ((await storedPage(`${path}/index.html`)) !== undefined) {
		return Response.redirect(new URL(`${SCOPE.slice(0, -1)}${path}/${new URL(url).search}`), 302);
	}
	// Data exist, though not on this device.
	if (path.startsWith("/v1/")) return undefined;
	const page = await storedPage(`/${NOT_FOUND_PAGE}`);
	return page && new Response(page.body, { status: 404, headers: page.headers });
}

self.addEventListener("message", (event) => {
	const [port] = event.ports;
	const reply = (message: WorkerMessage): void => port?.postMessage(message);
	event.waitUntil(answerMessage(event.data as PageMessage, reply));
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
			return reply({ kind: "pinned", ...(await pinMedia(message.urls)) });
		case "kept":
			return reply({ kind: "kept", urls: await keptMedia() });
		case "store-all":
			return replyAfter(async (onProgress) => {
				await storeAllData(onProgress);
				return state();
			}, reply);
		case "save-media":
			return replyAfter(async (onProgress) => {
				return { kind: "saved", ...(await saveAllMedia(onProgress)) };
			}, reply);
	}
}

/** All pages switch at once, and someone may be busy in another. */
async function openPages(): Promise<number> {
	return (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).length;
}

/** Replies with progress, and then with what the work returns, or that it failed. */
async function replyAfter(
	work: (onProgress: (fraction: number) => void) => Promise<WorkerMessage>,
	reply: (message: WorkerMessage) => void,
): Promise<void> {
	try {
		reply(await work((fraction) => reply({ kind: "progress", fraction })));
	} catch (error) {
		console.error(`instants: ${error}`);
		reply({ kind: "failed" });
	}
}

async function state(): Promise<WorkerMessage> {
	const stored = await (await completePointer())?.text();
	const build = stored === undefined ? undefined : (await parsePointer(stored)).build;
	return { kind: "state", build, bytes: BUILD.store.bytes, media: await mediaState() };
}
