/** Releases that no build makes: each file has the right hash, but a different content. */

import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { digestOf } from "../../scripts/tree/write/read-file.ts";
import type { FaultyServer } from "../fixtures/faulty-server.ts";
import { textOf } from "../fixtures/tree-files.ts";
import type { PublishedRelease } from "./releases.ts";

export class ForeignRelease {
	readonly pointer: Pointer;
	readonly #server: FaultyServer;

	/** Takes over a server, to change the release that it serves. */
	constructor(server: FaultyServer, { folder }: PublishedRelease) {
		this.#server = server;
		this.pointer = JSON.parse(textOf(folder, "latest.json"));
	}

	/** Publishes a store file under its name, which it returns. */
	store(folder: string, content: unknown): string {
		const body = typeof content === "string" ? content : JSON.stringify(content);
		const name = digestOf(body);
		for (const ending of ["json", "ndjson"])
			this.#server.always(`${folder}/${name}.${ending}`, { body });
		return name;
	}

	/** Publishes a changed pointer, with the right build id. */
	async repoint(changes: Partial<Pointer>): Promise<void> {
		this.#server.always("latest.json", {
			body: await pointerJson({ ...this.pointer, ...changes }),
		});
	}

	/** Publishes a manifest of one part. */
	async list(part: unknown): Promise<void> {
		const entries = [["", this.store("manifest", part)]];
		await this.repoint({ manifest: this.store("manifest", { depth: 1, entries }) });
	}

	/** Publishes a manifest that lists these paths, and a file at each. */
	async listPaths(paths: readonly string[]): Promise<void> {
		for (const path of paths) this.#server.always(path, { body: "evil" });
		await this.list(Object.fromEntries(paths.map((path) => [path, [4, digestOf("evil")]])));
	}
}
