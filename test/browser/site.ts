/**
 * Small sites with real sounds, published and served for the tests in a file. Their server can fail in all the
 * ways that a page has to cope with.
 */
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { treeListener } from "../../scripts/hosts/server/listener.ts";
import { folderWith } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import {
	type DataToPublish,
	publishData,
	type RawInstant,
	temporaryFolder,
} from "../fixtures/published.ts";

/** Lasts a second. */
const SOUND = readFileSync(new URL("../../data/media/sounds/air-horn.mp3", import.meta.url));
/** Lasts more than nine seconds, so that it is still playing when a busy machine checks. */
const LONG_SOUND = Buffer.concat(Array(9).fill(SOUND));
const parent = temporaryFolder();

/** Publishes clips that all sound alike. Fields other than the name are optional. */
export async function publishSite(
	records: readonly RawInstant[],
	out: string,
	options: DataToPublish = {},
): Promise<void> {
	const full = records.map((record, i) =>
		"removed" in record
			? { slug: `clip-${i}`, ...record }
			: { slug: `clip-${i}`, sound: `${i % 3}.mp3`, color: "FF8800", ...record },
	);
	const data = folderWith({
		"clips.json": JSON.stringify(full),
		"media/sounds/0.mp3": SOUND,
		"media/sounds/1.mp3": SOUND,
		"media/sounds/2.mp3": SOUND,
		"media/sounds/long.mp3": LONG_SOUND,
		"media/instants_images/dot.png": PNG,
	});
	await publishData(data, out, { base: "http://built.test", ...options });
}

/** Clips with numbered names: "Boom 1", "Boom 2" and so on. */
export function numbered(word: string, count: number): RawInstant[] {
	return Array.from({ length: count }, (_, i) => ({ name: `${word} ${i + 1}` }));
}

/** A published folder and its server, which can stop and come back at the same address. */
class TestSite {
	readonly folder: string;
	#server: Server | undefined;
	#port = 0;
	/** Paths that were requested. */
	requested: string[] = [];
	/** Paths that are answered with the wrong content. */
	damaged: RegExp | undefined;
	/** The page of another application, which answers every request. */
	application: string | undefined;
	/** A cookie without which no request is answered. */
	login: string | undefined;
	/** Whether the server accepts requests but never answers them. */
	isSilent = false;

	constructor(folder: string) {
		this.folder = folder;
	}

	async start(): Promise<void> {
		const listener = treeListener(this.folder, () => this.origin, { rebase: true });
		const server = createServer((request, response) => {
			const path = request.url ?? "";
			this.requested.push(path);
			if (this.isSilent) return;
			if (this.login !== undefined && request.headers.cookie !== this.login)
				response.writeHead(401).end();
			else if (this.application !== undefined)
				response.setHeader("Content-Type", "text/html").end(this.application);
			else if (this.damaged?.test(path) === true) response.end("{}");
			else listener(request, response);
		});
		await once(server.listen(this.#port, "localhost"), "listening");
		this.#port = (server.address() as AddressInfo).port;
		this.#server = server;
	}

	get origin(): string {
		return `http://localhost:${this.#port}`;
	}

	stop(): void {
		this.#server?.close();
		this.#server?.closeAllConnections();
	}
}

/** Publishes clips before the tests of a group and serves them until the tests are done. */
export function testSite(
	records: readonly RawInstant[],
	options: () => DataToPublish = () => ({}),
	folder = join(mkdtempSync(join(parent, "site-")), "dist"),
): TestSite {
	const site = new TestSite(folder);
	beforeAll(async () => {
		// The options may name the server's address.
		await site.start();
		await publishSite(records, folder, options());
	});
	afterAll(() => site.stop());
	return site;
}
