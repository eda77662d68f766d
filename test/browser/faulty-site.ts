/** A site whose server can fail in all the ways that a page has to live with. */
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { treeListener } from "../../scripts/hosts/server/listener.ts";
import { type RawInstant, temporaryFolder } from "../fixtures/published.ts";
import { freePort } from "../hosts/server.ts";
import { publishSite } from "./site.ts";

/** A server that can stop and come back at the same address. */
class FaultySite {
	readonly folder = join(temporaryFolder(), "dist");
	#server: Server | undefined;
	#port = 0;
	/** Paths that were requested. */
	requested: string[] = [];
	/** Paths that are answered with the wrong content. */
	damaged: RegExp | undefined;
	/** Paths that are never answered. */
	stalled: RegExp | undefined;
	/** The page of another application, which answers every request. */
	application: string | undefined;

	async publish(records: readonly RawInstant[]): Promise<void> {
		await publishSite(records, { out: this.folder });
	}

	async start(): Promise<void> {
		const listener = treeListener(this.folder, () => this.origin, { rebase: true });
		this.#server = createServer((request, response) => {
			const path = request.url ?? "";
			this.requested.push(path);
			if (this.stalled?.test(path) === true) return;
			if (this.application !== undefined)
				response.setHeader("Content-Type", "text/html").end(this.application);
			else if (this.damaged?.test(path) === true) response.end("{}");
			else listener(request, response);
		});
		this.#port ||= await freePort();
		await new Promise<void>((resolve) => this.#server?.listen(this.#port, "127.0.0.1", resolve));
	}

	get origin(): string {
		return `http://127.0.0.1:${this.#port}`;
	}

	stop(): void {
		this.#server?.close();
		this.#server?.closeAllConnections();
	}
}

/** Publishes clips before the tests of a group, and serves them until the tests are done. */
export function testFaultySite(records: readonly RawInstant[]): FaultySite {
	const site = new FaultySite();
	beforeAll(async () => {
		await site.publish(records);
		await site.start();
	});
	afterAll(() => site.stop());
	return site;
}
