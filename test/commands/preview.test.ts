/** `preview` answers once it prints its address, and stops on request. */
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { named, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { type Started, servedAt, start } from "../fixtures/script-run.ts";

const cwd = temporaryFolder();

/** Starts a preview of a tree on a free port. Returns the address that it prints. */
async function startPreview(
	folder: string,
	...args: readonly string[]
): Promise<{ started: Started; origin: string }> {
	const started = start("preview", ["--dir", folder, "--port", "0", ...args], { cwd });
	onTestFinished(async () => {
		started.process.kill("SIGKILL");
		await started.ended;
	});
	return { started, origin: await servedAt(started, folder) };
}

const answersElsewhere = (origin: string): Promise<boolean> =>
	fetch(`http://127.0.0.2:${new URL(origin).port}/latest.json`).then(
		({ ok }) => ok,
		() => false,
	);

test.for(["SIGINT", "SIGTERM"] as const)(
	"the printed address answers only this machine, with links to itself, until %s, even during a request",
	async (signal) => {
		const { folder } = await publishRecords(named(["Boom", "Bang"]));
		const { started, origin } = await startPreview(folder);
		const answer = await fetch(`${origin}/api/v1/instants/?name=boom`);
		expect(await answer.json()).toMatchObject({
			count: 1,
			results: [{ name: "Boom", sound: `${origin}/media/sounds/clip-0.mp3` }],
		});
		expect(await answersElsewhere(origin)).toBe(false);
		const asking = connect(Number(new URL(origin).port), "localhost");
		// The connection may be reset.
		asking.on("error", () => {});
		// The headers of this request never end.
		asking.write("GET /latest.json HTTP/1.1\r\nHost: localhost\r\n");
		await fetch(`${origin}/latest.json`).then((answer) => answer.text());
		started.process.kill(signal);
		const { code, stderr } = await started.ended;
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
	},
);

test("with --listen, other machines are answered too", async () => {
	const { folder } = await publishRecords(named(["Boom"]));
	const { origin } = await startPreview(folder, "--listen", "0.0.0.0");
	expect(await answersElsewhere(origin)).toBe(true);
});
