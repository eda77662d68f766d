/** Raw connections to a server under test, and a tree for it. */
import { once } from "node:events";
import { truncateSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import {
	named,
	type PublishedFolder,
	publishRecords,
	temporaryFolderOnDisk,
} from "../../fixtures/published.ts";

export const LISTING = "/api/v1/instants/";

/** Publishes 200 clips of this name for the server file. */
export function publishMany(name: string, parent: string): Promise<PublishedFolder> {
	const names = Array.from({ length: 200 }, (_, i) => `${name} ${i}`);
	return publishRecords(named(names), { parent, hosts: [SERVER] });
}

/** A published tree with a file of this many zero bytes, which takes no disk space. */
export async function publishWith(name: string, bytes: number): Promise<string> {
	const { folder } = await publishMany("One", temporaryFolderOnDisk());
	writeFileSync(join(folder, name), "");
	truncateSync(join(folder, name), bytes);
	return folder;
}

/** @param allowHalfOpen whether it stays open when the server closes its half */
export async function opened(origin: string, allowHalfOpen = false): Promise<Socket> {
	const port = Number(new URL(origin).port);
	const socket = connect({ port, host: "localhost", allowHalfOpen });
	await once(socket, "connect");
	// Servers may close the connection at any time.
	return socket.on("error", () => {});
}

/** Everything that is received until the server closes the connection. */
export async function received(socket: Socket): Promise<string> {
	let text = "";
	socket.setEncoding("latin1").on("data", (piece: string) => {
		text += piece;
	});
	await once(socket, "close");
	return text;
}

/** Sends this text on a new connection, and returns what comes back until the server closes it. */
export async function answerTo(sent: string, origin: string): Promise<string> {
	const socket = await opened(origin);
	socket.write(sent);
	return received(socket);
}

/** The status of the listing. Does not use `fetch`, which may wait for ever if a server closes the connection at once. */
export function statusOf(origin: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		get(origin + LISTING, { agent: false }, (answer) => {
			resolve(answer.resume().statusCode);
		}).on("error", reject);
	});
}

/** The start of a request, without the empty line that ends it. */
export const head = (line: string): string => `${line} HTTP/1.1\r\nHost: x\r\n`;
