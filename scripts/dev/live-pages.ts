/** Makes open pages reload after each build, or show its problems if it failed. The tree stays as it was built. */
import { readFileSync } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
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

/** Replaces a service worker installed earlier from this address, which would answer with stored pages. */
const NO_WORKER = `
	self.addEventListener("install", () => self.skipWaiting());
	self.addEventListener("activate", async () => {
		await self.registration.unregister();
		for (const client of await self.clients.matchAll()) client.navigate(client.url);
	});`;

export class LivePages {
	#state: PageState = { build: "", problems: "" };
	readonly #open = new Set<ServerResponse>();

	/** Sends the state to open pages, and to those opened later. */
	show(state: PageState): void {
		this.#state = state;
		for (const page of this.#open) this.#send(page);
	}

	/** Closes the connections of open pages. */
	close(): void {
		for (const page of this.#open) page.end();
	}

	/** Adds the script to the pages that a listener answers with, and answers what the script requests. */
	readonly around = (listener: RequestListener): RequestListener => {
		const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
			[EVENTS_PATH]: (response) => this.#connect(response),
			[SCRIPT_PATH]: (response) => sendScript(response, SCRIPT),
			[`/${SERVICE_WORKER_PATH}`]: (response) => sendScript(response, NO_WORKER),
		};
		return (request, response) => {
			const { headers } = request;
			const answer = answers[request.url?.replace(/\?.*/, "") ?? ""];
			if (answer !== undefined) return answer(response);
			if (headers.accept?.includes("text/html")) {
				// Text can only be added to a whole page that is not compressed.
				for (const name of ["accept-encoding", "if-none-match", "range"]) delete headers[name];
				addToPage(response, `<script src="${SCRIPT_PATH}?${this.#state.build}"></script>`);
			}
			listener(request, response);
		};
	};

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

/** Adds text to the end of an answer, if it is a page. */
function addToPage(response: ServerResponse, text: string): void {
	type Headers = Readonly<Record<string, string>>;
	const writeHead = response.writeHead.bind(response) as (status: number, headers: Headers) => void;
	const end = response.end.bind(response) as (text?: string) => void;
	let isPage = false;
	Object.assign(response, {
		writeHead: (status: number, headers: Headers) => {
			const { "Content-Length": length, ...others } = headers;
			isPage = headers["Content-Type"]?.startsWith("text/html") ?? false;
			writeHead(status, isPage ? others : headers);
		},
		end: (body?: string | Uint8Array) => {
			if (body !== undefined) response.write(body);
			end(isPage ? text : undefined);
		},
	});
}
