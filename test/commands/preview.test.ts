/** `preview` answers once it prints its address, stops on request, and explains why it cannot start. */
import { mkdirSync, renameSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { run, type Started, servedAt, start } from "../fixtures/script-run.ts";

const parent = temporaryFolder();

let running: Started | undefined;
afterEach(async () => {
	running?.process.kill("SIGKILL");
	await running?.ended;
});

/** Starts a preview of two clips on a free port. Returns the address that it prints. */
async function startPreview(
	args: readonly string[] = [],
	prepare: (folder: string) => void = () => {},
): Promise<{ started: Started; origin: string }> {
	const { folder } = await publishRecords(named(["Boom", "Bang"]));
	prepare(folder);
	const started = start("preview", ["--dir", folder, "--port", "0", ...args], { cwd: parent });
	running = started;
	return { started, origin: await servedAt(started, folder) };
}

test("the printed address answers, with links to itself", async () => {
	const { origin } = await startPreview();
	const answer = await fetch(`${origin}/api/v1/instants/?name=boom`);
	expect(await answer.json()).toMatchObject({
		count: 1,
		results: [{ name: "Boom", sound: `${origin}/media/sounds/clip-0.mp3` }],
	});
	expect((await fetch(`${origin}/latest.json`)).status).toBe(200);
});

test("a tree that a killed build moved aside is served again", async () => {
	const { origin } = await startPreview([], (folder) => {
		const staging = join(dirname(folder), `.${basename(folder)}.staging-abcdef`);
		mkdirSync(staging);
		renameSync(folder, join(staging, "old"));
	});
	expect((await fetch(`${origin}/latest.json`)).status).toBe(200);
});

describe("preview ends with exit code 0, even during requests,", () => {
	test.for(["SIGINT", "SIGTERM"] as const)("on %s", async (signal) => {
		const { started, origin } = await startPreview();
		const port = Number(new URL(origin).port);
		const idle = connect(port, "localhost");
		const asking = connect(port, "localhost");
		const closed = Promise.all(
			[idle, asking].map((socket) => new Promise((resolve) => socket.once("close", resolve))),
		);
		for (const socket of [idle, asking]) socket.on("error", () => {});
		// The first connection stays open after its answer, and the head of the second request never ends.
		idle.write("GET /latest.json HTTP/1.1\r\nHost: localhost\r\n\r\n");
		await new Promise((resolve) => idle.once("data", resolve));
		asking.write("GET /latest.json HTTP/1.1\r\nHost: localhost\r\n");
		await fetch(`${origin}/latest.json`).then((answer) => answer.text());

		started.process.kill(signal);
		const { code, stderr } = await started.ended;
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		await closed;
	});
});

test.for([
	[[], false],
	[["--listen", "0.0.0.0"], true],
] as const)(
	"with %j, preview answers at other addresses of this machine: %s",
	async ([args, does]) => {
		const { origin } = await startPreview(args);
		const elsewhere = `http://127.0.0.2:${new URL(origin).port}/latest.json`;
		const answered = fetch(elsewhere).then(
			({ ok }) => ok,
			() => false,
		);
		expect(await answered).toBe(does);
	},
);

test("a port in use is reported", async () => {
	const { folder } = await publishRecords([]);
	const other = createServer();
	await new Promise<void>((resolve) => other.listen(0, resolve));
	const { port } = other.address() as AddressInfo;
	const ended = await run("preview", ["--dir", folder, "--port", `${port}`], { cwd: parent });
	other.close();
	expect(ended).toEqual({
		code: 1,
		stdout: "",
		stderr: `instants: --port ${port}: is taken by another program; choose another, or 0 for any free one\n`,
	});
});

test.for([
	["dist", []],
	["nowhere", ["--dir", "nowhere"]],
] as const)("a folder without a tree is said: %s", async ([dir, args]) => {
	const cwd = temporaryFolder();
	expect(await run("preview", args, { cwd })).toEqual({
		code: 1,
		stdout: "",
		stderr: `instants: --dir ${dir}: holds no published tree (/latest.json is missing; this is not a published tree); build one with: npm run build\n`,
	});
});
