/** The service worker as the page sees it. */
import type { Instant } from "../../contract/envelope.ts";

export interface Offline {
	pin(clips: readonly Instant[]): void;
	pageIsOf(build: string): void;
	fellSilent(): void;
}

export function startOffline(_: { isSilent(): boolean }): Offline {
	return { pin() {}, pageIsOf() {}, fellSilent() {} };
}
