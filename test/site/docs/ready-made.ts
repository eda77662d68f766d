/** Runs the complete programs in the documentation as a site publishes them. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";
import { startPreview } from "../../../scripts/hosts/server/preview.ts";
import { named, publishRecords } from "../../fixtures/published.ts";
import { collected } from "../../fixtures/script-run.ts";

/** A site that is served while the tests of a file run. */
export interface SampleSite {
	readonly folder: string;
	readonly origin: string;
}

/** A preview of clips with these names. */
export function sampleSite(names: readonly string[]): SampleSite {
	const site = { folder: "", origin: "" };
	let stop: () => unknown = () => undefined;
	beforeAll(async () => {
		const { folder } = await publishRecords(named(names));
		const preview = await startPreview(folder, 0);
		stop = () => preview.stop();
		Object.assign(site, { folder, origin: preview.origin });
	});
	afterAll(() => stop());
	return site;
}

export function sampleFile({ folder }: SampleSite, path: string): string {
	return join(folder, "docs/samples", path);
}

/** Starts a program with only these environment variables. */
export function startSample(site: SampleSite, path: string, env: Readonly<Record<string, string>>) {
	return collected(spawn(process.execPath, [sampleFile(site, path)], { env }));
}

/** Such a program. */
export type StartedSample = ReturnType<typeof startSample>;

/** A server that stands in for the other side of a program, such as Discord. */
export function otherSide(answer: (request: Request) => Response | Promise<Response>) {
	const server = createServer(async (incoming, outgoing) => {
		const body = await buffer(incoming);
		const headers = new Headers(incoming.headers as Record<string, string>);
		const { method = "GET", url = "/" } = incoming;
		const content = body.length > 0 ? { body } : {};
		const request = new Request(new URL(url, "http://other.test"), { method, headers, ...content });
		const response = await answer(request);
		outgoing.writeHead(response.status, Object.fromEntries(response.headers));
		outgoing.end(await response.text());
	});
	const side = { origin: "" };
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
		side.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return side;
}
