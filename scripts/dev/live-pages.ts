/**
 * Makes open pages reload after each build, or show what is wrong if the build failed. The tree itself does not
 * change.
 */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { LiveTree } from "../hosts/server/listener.ts";
import { SERVICE_WORKER_PATH } from "../site/service-worker/messages.ts";

/** The state that open pages show. */
interface PageState {
	/** The tree that is served. */
	readonly build: string;
	/** Empty if the last build succeeded. */
	readonly problems: string;
}

const SCRIPT_PATH = "/dev/page.js";
const EVENTS_PATH = "/dev/events";
const SCRIPT = readFileSync(new URL("page.js", import.meta.url));

/** Replaces a service worker installed earlier from this address, which would serve stored pages. */
const NO_WORKER = `
	self.addEventListener("install", () => self.skipWaiting());
	self.addEventListener("activate", async () => {
		await self.registration.unregister();
		for (const client of await self.clients.matchAll()) client.navigate(client.url);
	});`;

export class LivePages implements LiveTree {
	#state: PageState = { build: "", problems: "" };
	readonly #open = new Set<ServerResponse>();

	/** Sends the state to open pages, and to pages that are opened later. */
	show(state: PageState): void {
		this.#state = state;
		for (const page of this.#open) this.#send(page);
	}

	/** Closes the connections of open pages. */
	close(): void {
		for (const page of this.#open) page.end();
	}

	/** The script, with a different URL for each build. */
	get pageEnd(): string {
		return `<script src="${SCRIPT_PATH}?${this.#state.build}"></script>`;
	}

	/** Answers a request for the script, its events or the service worker; returns false for other requests. */
	answer({ url = "" }: IncomingMessage, response: ServerResponse): boolean {
		const path = url.replace(/\?.*/, "");
		if (path === EVENTS_PATH) this.#connect(response);
		else if (path === SCRIPT_PATH) sendScript(response, SCRIPT);
		else if (path === `/${SERVICE_WORKER_PATH}`) sendScript(response, NO_WORKER);
		else return false;
		return true;
	}

	#connect(response: ServerResponse): void {
		response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
		response.socket?.setTimeout(0);
		this.#open.add(response);
		response.once("close", () => this.#open.delete(response));
		this.#send(response);
	}

	/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
	#send(page: ServerResponse): void {
		page.write(`data: ${JSON.stringify(this.#state)}\n\n`);
	}
}

function sendScript(response: ServerResponse, script: string | Buffer): void {
	response.writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "no-store" });
	response.end(script);
}
