/** The server and the process that it runs in: nothing keeps that from ending, and no late error ends it. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { startTreeServer, type TreeServer } from "../../../scripts/hosts/server/http-server.ts";
import { named, publishRecords } from "../../fixtures/published.ts";
import { statusOf } from "./connections.ts";

const NAMES = { folder: "FOLDER", port: "PORT", host: "HOST", build: "build" };

async function startOne(): Promise<TreeServer> {
	const { folder } = await publishRecords(named(["One"]));
	return startTreeServer(folder, { port: 0 }, NAMES);
}

/** What keeps this process alive. */
const timers = (): number =>
	process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

test("a server that has stopped leaves no timer that keeps the process from ending", async () => {
	const server = await startOne();
	const before = timers();
	await server.stop();
	expect(timers()).toBeLessThanOrEqual(before);
});

/** The server of Node that answers at this origin. https://nodejs.org/api/diagnostics_channel.html#http */
async function serverAt(origin: string): Promise<Server> {
	const found: Server[] = [];
	const note = (message: unknown): void => void found.push((message as { server: Server }).server);
	subscribe("http.server.request.start", note);
	await statusOf(origin);
	unsubscribe("http.server.request.start", note);
	const [server] = found;
	if (server === undefined) throw new Error("no server answered");
	return server;
}

test("every error after the start is said, and none ends the server", async () => {
	const { origin, stop } = await startOne();
	onTestFinished(stop);
	const server = await serverAt(origin);
	const said = vi.spyOn(console, "error").mockImplementation(() => {});
	onTestFinished(() => said.mockRestore());
	for (const message of ["accept EMFILE", "accept ENFILE"])
		server.emit("error", new Error(message));
	expect(said.mock.calls).toEqual([["instants: accept EMFILE"], ["instants: accept ENFILE"]]);
	expect(await statusOf(origin)).toBe(200);
});
