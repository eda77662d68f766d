/** The server listens where it is told to, and ends when it is told to, not before. */
import { once } from "node:events";
import { readFileSync, renameSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { nodeBinary, OLD_NODE, skipping } from "../tools.ts";
import { head, LISTING, opened, publishWith, received, statusOf } from "./connections.ts";
import { describeRuntimes, type Started, serverFileOf, serverOfTest, start } from "./runtimes.ts";

const folder = await publishWith("large.txt", 8_000_000);

/** Resolves once a server accepts no more connections, for example after it has received a signal. */
function refused(origin: string): Promise<void> {
	const isOpen = (): Promise<boolean> =>
		opened(origin).then(
			(socket) => socket.destroy().destroyed,
			() => false,
		);
	return expect.poll(isOpen).toBe(false);
}

describeRuntimes((runtime) => {
	const aServer = (env = {}): Promise<Started> => serverOfTest(runtime, folder, env);

	test.each(["SIGTERM", "SIGINT"] as const)(
		"on %s it ends by itself with exit code 0, as process 1 must, even with open connections",
		async (signal) => {
			const { origin, child } = await aServer({ HOST: "" });
			await opened(origin);
			child.kill(signal);
			expect(await once(child, "exit")).toEqual([0, null]);
		},
	);

	test("on SIGTERM an answer under way is finished first", async () => {
		const { origin, child } = await aServer();
		const exit = once(child, "exit");
		const answer = await fetch(`${origin}/large.txt`);
		child.kill("SIGTERM");
		await refused(origin);
		expect((await answer.arrayBuffer()).byteLength).toBe(8_000_000);
		expect(await exit).toEqual([0, null]);
	});

	test("a request that comes after SIGTERM, while an answer is under way, is answered too", async () => {
		const { origin, child } = await aServer();
		const socket = await opened(origin);
		const exit = once(child, "exit");
		socket.write(`${head("GET /large.txt")}\r\n`);
		await once(socket.pause(), "readable");
		child.kill("SIGTERM");
		await refused(origin);
		socket.write(`${head(`GET ${LISTING}`)}\r\n`);
		expect(await received(socket.resume())).toMatch(/HTTP\/1.1 200 .*HTTP\/1.1 200 .*"results"/s);
		expect(await exit).toEqual([0, null]);
	});

	test("a log reader that goes away does not end the server", async () => {
		const { origin, child } = await aServer();
		child.stdout?.destroy();
		child.stderr?.destroy();
		const { packs } = JSON.parse(readFileSync(join(folder, "latest.json"), "utf8"));
		const pack = join(folder, `v1/instants/packs/${packs}.json`);
		renameSync(pack, `${pack}.aside`);
		onTestFinished(() => renameSync(`${pack}.aside`, pack));
		for (let time = 0; time < 20; time++) {
			expect((await fetch(`${origin}${LISTING}clip-${time}/`)).status).toBe(503);
		}
		expect((await fetch(`${origin}/latest.json`)).status).toBe(200);
	});

	test("HOST sets the address that the server listens on", async () => {
		const { origin } = await aServer({ HOST: "127.0.0.2" });
		expect(origin).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
		expect(await statusOf(origin)).toBe(200);
		const elsewhere = connect(Number(new URL(origin).port), "127.0.0.1");
		expect((await once(elsewhere, "error"))[0].code).toBe("ECONNREFUSED");
	});
});

const old = skipping(OLD_NODE);

test.skipIf(old.skip)(`${old.title} is told which Node it needs`, async () => {
	const runtime = { name: "Node 18", command: () => [nodeBinary(OLD_NODE)] };
	const child = start(runtime, [serverFileOf(folder)], { PORT: "0" });
	const [said] = await once(child.stderr as Readable, "data");
	expect(String(said)).toBe("instants: needs Node 20 or later; this is Node 18.0.0\n");
});
