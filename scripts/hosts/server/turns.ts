/**
 * Answers the requests of a connection one after another. Node hands over all requests that a client
 * pipelines at once, and each could open a file that only an answer which is never sent would close.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Requests of one connection that may be unanswered; no usual client pipelines as many. */
const MAX_UNANSWERED = 16;

type Exchange = readonly [IncomingMessage, ServerResponse];

/** The requests of one connection that are not answered yet: the first is under way, the others wait. */
type Unanswered = Exchange[];

export interface TurnTaker {
	readonly listener: RequestListener;
	/** Whether requests of this connection are not answered yet. */
	isBusy(socket: Duplex): boolean;
	/** Resolves when all requests so far are answered, on every connection. */
	allAnswered(): Promise<unknown>;
	/** Resolves, when earlier requests are answered, to whether one more answer can follow theirs. */
	mayAnswer(socket: Duplex): Promise<boolean>;
}

/** @param answer must not throw; returns a promise unless it has already sent the whole answer */
export function inTurn(
	answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined,
): TurnTaker {
	const connections = new Map<Duplex, Unanswered>();
	const begin = (socket: Duplex, [request, response]: Exchange): void => {
		// Not every runtime says that an answer is closed which was destroyed.
		const ended = (): void => end(socket, response);
		response.once("close", ended);
		answer(request, response)?.then(() => response.destroyed && ended());
	};
	const end = (socket: Duplex, response: ServerResponse): void => {
		const unanswered = connections.get(socket);
		if (unanswered?.[0]?.[1] !== response) return;
		const [, next] = unanswered;
		if (next === undefined || socket.destroyed) return void connections.delete(socket);
		unanswered.shift();
		begin(socket, next);
	};
	const listener: RequestListener = (request, response) => {
		const { socket } = request;
		const exchange = [request, response] as const;
		const unanswered = connections.get(socket);
		if (unanswered === undefined) {
			connections.set(socket, [exchange]);
			begin(socket, exchange);
		} else if (unanswered.length === MAX_UNANSWERED) socket.destroy();
		else unanswered.push(exchange);
	};
	const mayAnswer = async (socket: Duplex): Promise<boolean> => {
		const unanswered = connections.get(socket) ?? [];
		const newest = unanswered.at(-1);
		if (newest === undefined) return true;
		const [request, response] = newest;
		// It is the bad one itself.
		if (!request.complete) return unanswered.length === 1 && !response.headersSent;
		await closed(newest);
		return true;
	};
	return {
		listener,
		isBusy: (socket) => connections.has(socket),
		allAnswered: () =>
			Promise.all([...connections.values()].flatMap((all) => all.slice(-1)).map(closed)),
		mayAnswer,
	};
}

/** Resolves when the answer is sent, or can no longer be. */
function closed([{ socket }, response]: Exchange): Promise<void> {
	return new Promise((resolve) => {
		response.once("close", resolve);
		socket.once("close", resolve);
	});
}
