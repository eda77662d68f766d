/** `verify` finds every change to a mirror, `sha256sum` can verify it too, and commands report failures. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { CLOUDFLARE } from "../../scripts/hosts/cloudflare/host.ts";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { verify } from "../../scripts/mirror/verify.ts";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { exchange } from "../../scripts/tree/write/exchange.ts";
import { digestOf, hashOf } from "../../scripts/tree/write/read-file.ts";
import { call } from "../fixtures/command-call.ts";
import { failing } from "../fixtures/failing-disk.ts";
import { faultyServer } from "../fixtures/faulty-server.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { textOf } from "../fixtures/tree-files.ts";
import { rowsIn } from "../fixtures/written-cases.ts";
import { corrupt, EVIL, findings, INTACT, mirrorTo, shell } from "./mirror-run.ts";
import { manifestOf, newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "gong"]);
/** A mirror to be copied. */
const template = join(newPlace(), "mirror");
server.serves = red.folder;
await mirrorTo(template, server.origin);
let dir: string;

beforeEach(() => {
	server.reset();
	dir = join(newPlace(), "mirror");
	for (const end of ["", ".mirror"]) cpSync(template + end, dir + end, { recursive: true });
});

const PAGE = "index.html";

test.for(rowsIn(EVIL, "damaged"))("verifying finds %s", async ([, damage = "", found = ""]) => {
	shell(damage, dir, { EMPTY: digestOf(""), AWAY: join(newPlace(), "away") });
	const [kind = "", path = ""] = found.split(" ");
	const paths = red.files.map((file) => file.path).filter((other) => other.startsWith(path));
	const expected = { ...INTACT, code: 3, [kind]: path.endsWith("/") ? paths : [path] };
	expect(await findings(dir)).toEqual(expected);
	if (kind === "extra") return;
	const { stdout } = await call("verify", [dir], { cwd: parent });
	const fix = `npm run mirror -- ${server.origin} ${dir} --recheck`;
	expect(stdout).toContain(`; repair it with ${fix}\n`);
	await mirrorTo(dir, server.origin, { recheck: true });
	expect(await findings(dir)).toEqual(INTACT);
});

/** The root of the packs. */
const ROOT = `v1/instants/packs/${JSON.parse(textOf(red.folder, "latest.json")).packs}.json`;

test.for([
	[ROOT, "corrupt"],
	[manifestOf(red), "missing"],
	["latest.json", "corrupt"],
	["latest.json", "missing"],
] as const)("a %s that is %s is detected, as is other damage beside it", async ([path, kind]) => {
	const damage = (folder: string): void => {
		if (kind === "missing") unlinkSync(join(folder, path));
		else shell(`change ${path} 1s/[0-9]/x/`, folder, {});
	};
	const tree = join(newPlace(), "tree");
	cpSync(red.folder, tree, { recursive: true });
	damage(tree);
	// Without its pointer, the output of a build cannot be verified.
	const isLost = path === "latest.json" && kind === "missing";
	if (!isLost) expect(await findings(tree)).toEqual({ ...INTACT, code: 3, [kind]: [path] });
	damage(dir);
	corrupt(dir, PAGE);
	const expected = { ...INTACT, code: 3, corrupt: [PAGE] };
	const corrupted = kind === "corrupt" ? [path, PAGE].sort() : [PAGE];
	expect(await findings(dir)).toEqual({ ...expected, [kind]: [path], corrupt: corrupted });
	await mirrorTo(dir, server.origin, { recheck: true });
	expect(await findings(dir)).toEqual(INTACT);
});

test("a pointer whose count differs from the packs is detected", async () => {
	const tree = join(newPlace(), "tree");
	cpSync(red.folder, tree, { recursive: true });
	const pointer = JSON.parse(textOf(tree, "latest.json"));
	writeFileSync(join(tree, "latest.json"), await pointerJson({ ...pointer, count: 3 }));
	expect(await findings(tree)).toEqual({ ...INTACT, code: 3, corrupt: ["latest.json"] });
});

test("the output of a build verifies, with the files that it wrote for hosts, and without any others", async () => {
	for (const host of HOSTS) {
		const { folder } = await publishRecords(named(["boom"]), { parent, hosts: [host] });
		expect(await findings(folder), host.name).toEqual(INTACT);
		for (const path of ["functions/x.js", "notes.txt", "v1/instants/packs/x.json"]) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), "");
			expect(await findings(folder)).toEqual({ ...INTACT, code: 3, extra: [path] });
			rmSync(join(folder, path));
		}
	}
});

test("a file for a host that is not as the build wrote it is detected", async () => {
	const { folder } = await publishRecords(named(["boom"]), { parent, hosts: [CLOUDFLARE] });
	writeFileSync(join(folder, "_worker.js"), "export default {}");
	expect(await findings(folder)).toEqual({ ...INTACT, code: 3, extra: ["_worker.js"] });
});

test("sha256sum accepts a mirror, and a mirror copied elsewhere still verifies", async () => {
	const options = ["--check", "--quiet", "--strict", "SHA256SUMS"];
	const { status, stderr } = spawnSync("sha256sum", options, { cwd: dir });
	expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
	expect(await findings(dir)).toEqual(INTACT);
});

test("--json prints results and failures for programs", async () => {
	unlinkSync(join(dir, PAGE));
	const verified = await call("verify", [dir, "--json"], { cwd: parent });
	expect({ code: verified.code, ...JSON.parse(verified.stdout) }).toMatchObject({
		...{ code: 3, intact: false, build: red.build, missing: [PAGE], corrupt: [], extra: [] },
	});
	server.always("robots.txt", { status: 404 });
	const partial = await call("mirror", [server.origin, `${dir}-2`, "--json"], { cwd: parent });
	expect({ code: partial.code, ...JSON.parse(partial.stdout) }).toMatchObject({
		...{ code: 6, status: "partial", failed: [{ what: "robots.txt" }] },
	});
	server.always("latest.json", { body: '{"build":"","version":2}' });
	for (const [source, code, status] of [
		[server.origin, 1, "failed"],
		["nowhere", 2, "usage"],
	] as const) {
		const ended = await call("mirror", [source, dir, "--json"], { cwd: parent });
		expect({ code: ended.code, ...JSON.parse(ended.stdout) }).toMatchObject({ code, status });
	}
});

test("the messages of a failed system call and a failed request say how to fix it", async () => {
	const file = join(newPlace(), "file");
	writeFileSync(file, "");
	const target = join(file, "mirror");
	server.always("latest.json", { status: 302, headers: { location: "file:///x" } });
	for (const [args, said] of [
		[[server.origin, target], /^instants: failed: \/.*\/file: E\w+: .*; fix this and run/],
		[
			[server.origin, `${dir}-2`],
			/^instants: failed: http.*, which cannot be followed; check the address and the network/,
		],
	] as const) {
		const { code, stderr } = await call("mirror", args, { cwd: parent });
		expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(said) });
	}
});

test("verifying a mirror that a run replaces meanwhile starts again", async () => {
	const updated = join(newPlace(), "mirror");
	await mirrorTo(updated, server.origin);
	server.serves = (await release(["boom", "horn"])).folder;
	let begun = 0;
	const report = {
		note: () => {},
		// Exchanges the states once reading has begun, so that the second reading meets the new state.
		show: () => void (begun++ === 0 && exchange(updated, `${updated}-2`, join(newPlace(), "old"))),
	};
	await mirrorTo(`${updated}-2`, server.origin);
	const { signal } = new AbortController();
	expect(await verify(updated, report, signal)).toMatchObject({ intact: true, corrupt: [] });
	expect(begun).toBeGreaterThan(1);
});

test("a file that is larger than Node reads at once is hashed in pieces", async () => {
	const file = join(newPlace(), "large");
	const content = Buffer.alloc(40e6, "loud");
	writeFileSync(file, content);
	// The limit is 2 GB: https://nodejs.org/api/errors.html#err_fs_file_too_large
	const isLarge = (path: unknown): boolean => path === file && statSync(file).size > 30e6;
	failing("readFileSync", "ERR_FS_FILE_TOO_LARGE", isLarge);
	expect(await hashOf(file)).toBe(digestOf(content));
});
