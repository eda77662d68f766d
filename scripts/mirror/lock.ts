/** Keeps two runs on one machine from working on the same mirror. */
import { mkdirSync, readdirSync, realpathSync, rmdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { LockedError } from "./errors.ts";
import { sha256 } from "./fixity.ts";
import type { Place } from "./place.ts";

/** Runs `work` while no other run on this machine can use the place. Throws a LockedError. */
export async function withLock<T>(place: Place, work: () => Promise<T>): Promise<T> {
	mkdirSync(dirname(place.releases), { recursive: true });
	const server = await lock(place);
	try {
		mkdirSync(place.releases, { recursive: true });
		return await work();
	} finally {
		// A dry run, or one that failed at once, leaves nothing behind.
		if (readdirSync(place.releases).length === 0) rmdirSync(place.releases);
		server.close();
	}
}

/**
 * The lock is a local socket, because the system closes it however the process ends. It answers with
 * the id of the process that holds it.
 */
async function lock({ dir, releases }: Place): Promise<Server> {
	const place = join(realpathSync.native(dirname(releases)), basename(releases));
	const path = socketPath(sha256(place).slice(0, 32));
	for (let attempt = 1; ; attempt++) {
		const server = createServer((socket) => socket.on("error", () => {}).end(String(process.pid)));
		const isMine = await new Promise<boolean>((done, fail) => {
			server.once("listening", () => done(true));
			server.once("error", (error: NodeJS.ErrnoException) => {
				if (error.code === "EADDRINUSE") done(false);
				else fail(error);
			});
			server.listen(path);
		});
		if (isMine) return server.unref();
		const holder = await answerOf(path);
		if (holder !== undefined) {
			throw new LockedError(
				`${dir}: is being mirrored by process ${holder}; wait for it, or stop it`,
			);
		}
		if (attempt === 3) throw new LockedError(`${dir}: is being mirrored by another process`);
		// Where sockets are files, that of a killed process stays.
		if (process.platform !== "linux") rmSync(path, { force: true });
	}
}

function socketPath(id: string): string {
	if (process.platform === "linux") return `\0instants-mirror-${id}`;
	if (process.platform === "win32") return `\\\\.\\pipe\\instants-mirror-${id}`;
	return join(tmpdir(), `instants-${id}.sock`);
}

/** What the process at a socket says; undefined if there is none. */
async function answerOf(path: string): Promise<string | undefined> {
	return await new Promise((done) => {
		let text = "";
		const socket = connect(path, () => {});
		socket.setEncoding("utf8").on("data", (chunk) => {
			text += chunk;
		});
		socket.once("end", () => done(text)).once("error", () => done(undefined));
	});
}
