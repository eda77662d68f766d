/**
 * Answers the requests of a connection one after another. Node hands over all requests that a client
 * pipelines at once, and each could open a file that only an answer which is never sent would close.
 */
import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Requests of one connection that may wait; no usual client pipelines as many. */
const MAX_WAITING = 16;

/** The answer under way on one connection, and what begins those that wait for it. */
interface Turns {
	current: ServerResponse;
	readonly waiting: (() => void)[];
}

export interface TurnTaker {
	readonly listener: RequestListener;
	/** Calls back once all earlier requests of a connection are answered, to end it after a bad one. */
	lastly(socket: Duplex, end: () => void): void;
	/** Resolves when all answers under way are sent, or can no longer be. */
	allAnswered(): Promise<unknown>;
}

/** @param answer must not throw; returns a promise unless it has already sent the whole answer */
export function inTurn(
	answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined,
): TurnTaker {
	const connections = new Map<Duplex, Turns>();
	const begin = (socket: Duplex, request: IncomingMessage, response: ServerResponse): void => {
		const turns = connections.get(socket) ?? { current: response, waiting: [] };
		turns.current = response;
		connections.set(socket, turns);
		const end = (): void => {
			if (connections.get(socket)?.current !== response) return;
			const next = socket.destroyed ? undefined : turns.waiting.shift();
			if (next === undefined) connections.delete(socket);
			else next();
		};
		response.once("close", end);
		// Not every runtime says that an answer is closed which was destroyed.
		answer(request, response)?.then(() => response.destroyed && end());
	};
	return {
		listener: (request, response) => {
			const { socket } = request;
			const turns = connections.get(socket);
			if (turns === undefined) begin(socket, request, response);
			else if (turns.waiting.length === MAX_WAITING) socket.destroy();
			else turns.waiting.push(() => begin(socket, request, response));
		},
		lastly: (socket, end) => {
			const turns = connections.get(socket);
			// The bad request may be the one that is under way, if its body has not come.
			const isBusy = turns?.current.headersSent || turns?.current.req.complete;
			if (!turns || !isBusy) return end();
			turns.waiting.push(() => {
				connections.delete(socket);
				end();
			});
		},
		allAnswered: () =>
			Promise.all(
				[...connections].map(([socket, { current }]) =>
					Promise.race([once(current, "close"), once(socket, "close")]),
				),
			),
	};
}
