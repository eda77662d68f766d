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
}

export interface TurnTaker {
	readonly listener: RequestListener;
	/** Resolves when every request so far is answered: those of this connection, or of all. */
	answered(socket?: Duplex): Promise<void>;
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
		const turns = connections.get(socket) ?? { waiting: 0, last: Promise.resolve() };
		if (turns.waiting === MAX_WAITING) return void socket.destroy();
		connections.set(socket, turns);
		turns.waiting++;
		turns.last = turns.last.then(() => take(request, response));
		await turns.last;
		turns.waiting--;
		if (turns.waiting === 0) connections.delete(socket);
	};
	const answered = async (socket?: Duplex): Promise<void> => {
		const of = socket === undefined ? [...connections.values()] : [connections.get(socket)];
		await Promise.all(of.map((turns) => turns?.last));
	};
	return { listener, answered };
}
