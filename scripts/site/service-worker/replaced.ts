/**
 * Whether another site has taken this one's place, as happens on a developer's machine, and when a
 * domain is put to another use: the worker would go on showing a page that is no longer there.
 */
import { SCOPE } from "./scope.ts";
import { WORKER } from "./store.ts";

async function statusOf(url: string): Promise<number | undefined> {
	const response = await fetch(url, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
	return response?.status;
}

/**
 * There is a page, and no worker beside it. A site that is gone, without another in its place, is no
 * reason to leave: what is stored is then all there is.
 */
export async function isReplaced(): Promise<boolean> {
	const worker = await statusOf(SCOPE + WORKER);
	return (worker === 404 || worker === 410) && (await statusOf(SCOPE)) === 200;
}
