/** The contract, answered by the server file on Node, Deno and Bun, and the files of the tree. */
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { testServer } from "../../contract/over-http.ts";
import { COMPRESSED_VARY, describeContract } from "../../contract/target.ts";
import { BASE } from "../../fixtures/published.ts";
import { contractTree, testTraversal } from "../contract-tree.ts";
import { testFiles, testReplacedFiles, testVersions } from "../served-files.ts";
import { answerTo, head, LISTING } from "./connections.ts";
import { describeRuntimes, NODE, serverFileOf, start, startServer } from "./runtimes.ts";

const folder = await contractTree(SERVER);
for (const [path, target] of Object.entries({
	outside: dirname(folder),
	"secret.json": join(dirname(folder), "outside.json"),
	inside: join(folder, "media"),
	"hidden.json": join(folder, ".hidden"),
})) {
	symlinkSync(target, join(folder, "v1", path));
}

describeRuntimes((runtime) => {
	const server = testServer(() => startServer(runtime, folder), new URL(BASE).host);
	const { send, get } = server;
	const target = { name: runtime.name, send, vary: COMPRESSED_VARY };
	describeContract(`the server on ${runtime.name}`, () => target);

	testFiles(send);
	testVersions(send);
	testReplacedFiles(send, () => folder);

	test("a target with bytes beyond ASCII is refused", async () => {
		const answer = await answerTo(head(`GET ${LISTING}?name=café`), server.origin);
		expect(answer).toMatch(/^HTTP\/1.1 400 /);
	});

	test.each(["FOO", "get", "GETX"])("the method %s is not allowed", async (method) => {
		const answer = await answerTo(`${head(`${method} ${LISTING}`)}\r\n`, server.origin);
		expect(answer).toMatch(/^HTTP\/1.1 405 /);
		expect(answer.toLowerCase()).toContain("allow: get, head, options");
		expect(answer).toContain(`{"detail":"Method \\"${method}\\" not allowed."}`);
	});

	test.each(["br", "gzip"])("an answer sent as %s has its own tag", async (encoding) => {
		const accepting = { "Accept-Encoding": `${encoding}, zstd, gzip;q=0.1` };
		for (const target of [LISTING, `${LISTING}?name=xyzzy`, "/v1/instants/page/1.json"]) {
			const plain = await get(target);
			const answer = await fetch(server.origin + target, { headers: accepting });
			expect(await answer.text()).toBe(plain.body);
			expect(answer.headers.get("Content-Encoding")).toBe(encoding);
			expect(answer.headers.get("Vary")).toMatch(/^(Accept, )?Accept-Encoding$/);
			const [own, other] = [answer.headers.get("ETag"), plain.headers.get("ETag")];
			expect(own).toBe(other?.replace(/"$/, `-${encoding}"`));
			const asked = { ...accepting, "If-None-Match": own ?? "" };
			const same = await get(target, asked);
			expect([same.status, same.headers.get("Content-Encoding")]).toEqual([304, null]);
			expect((await get(target, { ...asked, "If-None-Match": other ?? "" })).status).toBe(200);
			expect((await get(target, { "If-None-Match": own ?? "" })).status).toBe(200);
		}
	});

	test.each([
		["/media/sounds/%C3%A9.mp3", "br", null],
		[`${LISTING}?page=0`, "br", "Accept"],
	])("%s is not compressed for clients that accept %s", async (target, accepted, vary) => {
		const { headers } = await get(target, { "Accept-Encoding": accepted });
		expect(headers.get("Content-Encoding")).toBeNull();
		expect(headers.get("Vary")).toBe(vary);
	});

	test("a symbolic link is followed within the tree, but not out of it, or to hidden files", async () => {
		expect((await get("/v1/inside/sounds/%C3%A9.mp3")).body).toBe("é.mp3");
		for (const path of ["/v1/outside/outside.json", "/v1/secret.json", "/v1/hidden.json"]) {
			expect((await get(path)).status, path).toBe(404);
		}
	});

	test.each<[string, string[], Record<string, string>, number, string]>([
		["a folder without a tree", ["none"], { PORT: "0" }, 1, "none: holds no published tree"],
		["a port that is not one", [], { PORT: "http" }, 2, "PORT http: must be a whole"],
		["a URL with a password", ["http://me:secret@h.test"], {}, 2, "the URL must not have a user"],
		["an unknown option", ["--port"], {}, 2, "unknown option --port;"],
	])("%s is reported in one line", async (_, args, env, code, said) => {
		const child = start(runtime, [serverFileOf(folder), ...args], env);
		onTestFinished(() => void child.kill("SIGKILL"));
		const text = await buffer(child.stderr as Readable);
		expect(String(text)).toMatch(new RegExp(`^instants: ${said}.*\\n$`));
		expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(code);
	});

	test("--help says how to start it, and ends", async () => {
		const child = start(runtime, [serverFileOf(folder), "--help"], { PORT: "0" });
		const [said] = await once(child.stdout as Readable, "data");
		expect(String(said)).toMatch(/^Usage: node server\.cjs \[FOLDER or URL\]\n/);
		expect(await once(child, "exit")).toEqual([0, null]);
	});

	testTraversal(send, { alsoAllowed: [200], isWhole: runtime === NODE });
});
