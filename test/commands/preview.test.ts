/** `preview` answers once it prints its address, stops on request, and explains why it cannot start. */
import { mkdirSync, renameSync } from "node:fs";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
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

test.for(["SIGINT", "SIGTERM"] as const)(
	"on %s, preview ends with exit code 0, even during a request",
	async (signal) => {
		const { started, origin } = await startPreview();
		const asking = connect(Number(new URL(origin).port), "localhost");
		// It may be reset.
		asking.on("error", () => {});
		// The head of the request never ends.
		asking.write("GET /latest.json HTTP/1.1\r\nHost: localhost\r\n");
		await fetch(`${origin}/latest.json`).then((answer) => answer.text());
		started.process.kill(signal);
		const { code, stderr } = await started.ended;
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	},
);

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

test("a folder without a tree is refused", async () => {
	expect(await run("preview", [], { cwd: temporaryFolder() })).toEqual({
		code: 1,
		stdout: "",
		stderr:
			"instants: dist: holds no published tree (/latest.json is missing; this is not a published tree); build one first\n",
	});
});
