/** The server listens where it is told to, and ends when it is told to, not before. */
import { once } from "node:events";
import { truncateSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../fixtures/published.ts";
import { opened, publishMany, statusOf } from "./connections.ts";
import { describeRuntimes, type Started, startServer } from "./runtimes.ts";

const parent = temporaryFolder();

describeRuntimes((runtime) => {
	let folder: string;
	beforeAll(async () => {
		({ folder } = await publishMany("One", parent));
		writeFileSync(join(folder, "large.txt"), "");
		truncateSync(join(folder, "large.txt"), 8_000_000);
	});

	/** For one test. */
	async function aServer(env: Parameters<typeof startServer>[2] = {}): Promise<Started> {
		const started = await startServer(runtime, folder, env);
		onTestFinished(started.stop);
		return started;
	}

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
		const answer = await fetch(`${origin}/large.txt`);
		child.kill("SIGTERM");
		await setTimeout(100);
		expect((await answer.arrayBuffer()).byteLength).toBe(8_000_000);
		if (child.exitCode === null) expect(await once(child, "exit")).toEqual([0, null]);
	}, 10_000);

	test("HOST says where it listens", async () => {
		const { origin } = await aServer({ HOST: "127.0.0.2" });
		expect(origin).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
		expect(await statusOf(origin)).toBe(200);
		const elsewhere = connect(Number(new URL(origin).port), "127.0.0.1");
		expect((await once(elsewhere, "error"))[0].code).toBe("ECONNREFUSED");
	});
});
