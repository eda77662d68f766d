/**
 * Answers the requests of a connection one after another. Node hands over all requests that a client
 * pipelines at once, and each could open a file that only an answer which is never sent would close.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Requests that may wait on one connection; no usual client pipelines as many. */
const MAX_WAITING = 16;

/** The requests of one connection that are not answered yet. */
interface Turns {
	waiting: number;
	last: Promise<void>;
	newest: readonly [IncomingMessage, ServerResponse];
}

export interface TurnTaker {
	readonly listener: RequestListener;
	/** Whether requests of this connection are not answered yet. */
	isBusy(socket: Duplex): boolean;
	/** Resolves when all requests so far are answered, on every connection. */
	allAnswered(): Promise<unknown>;
	/** Resolves, when earlier requests are answered, to whether one more answer can follow theirs. */
	mayAnswer(socket: Duplex): Promise<boolean>;
}

/** @param answer must not throw */
export function inTurn(
	answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): TurnTaker {
	const connections = new Map<Duplex, Turns>();
	const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		if (request.socket.destroyed) return;
		const closed = new Promise<void>((resolve) => void response.once("close", resolve));
		await answer(request, response);
		if (!response.destroyed) await closed;
	};
	const listener: RequestListener = async (request, response) => {
		const { socket } = request;
		const turns = connections.get(socket) ?? {
			waiting: 0,
			last: Promise.resolve(),
			newest: [request, response],
		};
		turns.newest = [request, response];
		if (turns.waiting === MAX_WAITING) return void socket.destroy();
		connections.set(socket, turns);
		turns.waiting++;
		turns.last = turns.last.then(() => take(request, response));
		await turns.last;
		turns.waiting--;
		if (turns.waiting === 0) connections.delete(socket);
	};
	const mayAnswer = async (socket: Duplex): Promise<boolean> => {
		const turns = connections.get(socket);
		if (turns === undefined) return true;
		const [request, response] = turns.newest;
		// It is the bad one itself.
		if (!request.complete) return turns.waiting === 1 && !response.headersSent;
		await turns.last;
		return true;
	};
	return {
		listener,
		isBusy: (socket) => connections.has(socket),
		allAnswered: () => Promise.all([...connections.values()].map(({ last }) => last)),
		mayAnswer,
	};
}
