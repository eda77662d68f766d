/** A mirror whose source has a newer release: the starting point of tests that update it. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { beforeEach } from "vitest";
import { type FaultyServer, faultyServer } from "./faulty-server.ts";
import { mirrorTo } from "./mirror-run.ts";
import { newPlace, type PublishedRelease, parent, release } from "./releases.ts";

export interface OutdatedMirror {
	readonly server: FaultyServer;
	/** The release of the mirror. */
	readonly red: PublishedRelease;
	/** The release of the source. */
	readonly blue: PublishedRelease;
	/** The mirror: a new copy for each test. */
	dir: string;
}

export async function outdatedMirror(): Promise<OutdatedMirror> {
	const server = await faultyServer();
	const red = await release(["boom", "bang"]);
	const blue = await release(["boom", "bang", "zoom"], { version: "2" });
	const mirror = { server, red, blue, dir: "" };
	server.serves = red.folder;
	await mirrorTo(join(parent, "template/mirror"), server.origin);
	beforeEach(() => {
		server.reset();
		server.serves = blue.folder;
		const place = newPlace();
		cpSync(join(parent, "template"), place, { recursive: true });
		mirror.dir = join(place, "mirror");
	});
	return mirror;
}
