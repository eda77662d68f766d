/** The service worker as the page sees it: how it is registered and asked. */
import {
	type PageMessage,
	SERVICE_WORKER_PATH,
	type WorkerMessage,
} from "../../service-worker/messages.ts";
import { isEmbedded } from "../page/page-elements.ts";
import { fileUrl } from "../page/site-root.ts";

/** Undefined without a secure connection. A frame leaves what is kept to the pages of the site. */
export const WORKERS: ServiceWorkerContainer | undefined = isEmbedded
	? undefined
	: navigator.serviceWorker;

/** Sends a message; `onReply` is called for every reply. */
export function send(
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
export async function registered(
	workers: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration | undefined> {
	if (workers.controller?.scriptURL === fileUrl(SERVICE_WORKER_PATH))
		return workers.getRegistration();
	return workers.register(workerUrl(), { updateViaCache: "none" });
}
