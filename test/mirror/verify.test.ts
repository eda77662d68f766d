/** `verify` finds every change to a mirror, `sha256sum` can verify it too, and commands report failures. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { run } from "../fixtures/script-run.ts";
import { textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { corrupt, findings, INTACT, mirrorTo, rewrite } from "./mirror-run.ts";
import { manifestOf, newPlace, parent, release } from "./releases.ts";

const server = await faultyServer();
const red = await release(["boom", "gong"]);
let dir: string;

beforeEach(async () => {
	server.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
	await mirrorTo(dir, server.origin);
});

const PAGE = "index.html";

describe("verifying finds", () => {
	test.for<readonly [string, () => void, object]>([
		["nothing in an intact mirror", () => {}, {}],
		["a flipped bit", () => corrupt(dir, PAGE), { code: 3, corrupt: [PAGE] }],
		["a missing file", () => unlinkSync(join(dir, PAGE)), { code: 3, missing: [PAGE] }],
		[
			"a missing folder",
			() => rmSync(join(dir, "docs"), { recursive: true }),
			{
				code: 3,
				missing: red.files.map(({ path }) => path).filter((path) => /^docs\//.test(path)),
			},
		],
		[
			"a file too many",
			() => writeFileSync(join(dir, ".htaccess"), ""),
			{ code: 3, extra: [".htaccess"] },
		],
		[
			"a link in place of a file",
			() => {
				cpSync(join(dir, PAGE), join(parent, "page"));
				unlinkSync(join(dir, PAGE));
				symlinkSync(join(parent, "page"), join(dir, PAGE));
			},
			{ code: 3, corrupt: [PAGE] },
		],
		[
			"a folder in place of a file",
			() => {
				unlinkSync(join(dir, PAGE));
				mkdirSync(join(dir, PAGE));
			},
			{ code: 3, missing: [PAGE] },
		],
		[
			"a file that was added together with a line in SHA256SUMS",
			() => {
				writeFileSync(join(dir, "evil.html"), "");
				const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
				rewrite(dir, "SHA256SUMS", (text) => `${text}${empty}  evil.html\n`);
			},
			{ code: 3, extra: ["evil.html"] },
		],
		[
			"a record that was changed",
			() => rewrite(dir, "provenance.json", (text) => text.replace('"count": 2', '"count": 1')),
			{ code: 3, corrupt: ["provenance.json"] },
		],
		[
			"a file and its line in SHA256SUMS that were changed together",
			() => {
				rewrite(dir, PAGE, () => "");
				const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
				rewrite(dir, "SHA256SUMS", (text) => text.replace(/\w{64}( {2}index\.html)/, `${empty}$1`));
			},
			{ code: 3, corrupt: [PAGE] },
		],
		[
			"a file that was removed together with its line in SHA256SUMS",
			() => {
				unlinkSync(join(dir, PAGE));
				rewrite(dir, "SHA256SUMS", (text) => text.replace(/\w{64} {2}index\.html\n/, ""));
			},
			{ code: 3, missing: [PAGE] },
		],
	])("%s", async ([, damage, expected]) => {
		damage();
		expect(await findings(dir)).toEqual({ ...INTACT, ...expected });
	});
});

/** The root of the packs. */
const ROOT = `v1/instants/packs/${JSON.parse(textOf(red.folder, "latest.json")).packs}.json`;

test.for(
	[ROOT, manifestOf(red), "latest.json"].flatMap((path) => [
		[path, "corrupt"] as const,
		[path, "missing"] as const,
	]),
)("a %s that is %s is noticed, as other damage beside it is", async ([path, kind]) => {
	const damage = (folder: string): void => {
		if (kind === "missing") unlinkSync(join(folder, path));
		else rewrite(folder, path, (text) => text.replace(/\d/, "x"));
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

test.for(["zzz.php", "functions/x.js", "notes.txt", "v1/instants/packs/x.json"])(
	"%s does not belong into the output of a build",
	async (path) => {
		const { folder } = await publishRecords(named(["boom"]), { parent, hosts: HOSTS.slice(0, 1) });
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), "");
		expect(await findings(folder)).toEqual({ ...INTACT, code: 3, extra: [path] });
	},
);

test("sha256sum accepts a mirror, and a mirror copied elsewhere still verifies", async () => {
	const { status, stderr } = spawnSync(
		"sha256sum",
		["--check", "--quiet", "--strict", "SHA256SUMS"],
		{ cwd: dir },
	);
	expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
	const copy = join(newPlace(), "copy");
	cpSync(dir, copy, { recursive: true, dereference: true });
	expect(await findings(copy)).toEqual(INTACT);
	corrupt(copy, PAGE);
	expect(await findings(copy)).toEqual({ ...INTACT, code: 3, corrupt: [PAGE] });
});

test("the output of a build verifies, with the files that it wrote for hosts", async () => {
	for (const host of HOSTS) {
		const { folder } = await publishRecords(named(["boom"]), { parent, hosts: [host] });
		expect(await findings(folder), host.name).toEqual(INTACT);
	}
});

test("a folder that is neither a mirror nor a tree cannot be verified", async () => {
	const place = newPlace();
	await expect(findings(place)).rejects.toThrow("has neither SHA256SUMS nor latest.json");
	await expect(findings(join(place, "none"))).rejects.toThrow("does not exist; name a mirror");
});

test("--json prints results and failures for programs", async () => {
	unlinkSync(join(dir, PAGE));
	const verified = await run("verify", [dir, "--json"], { cwd: parent });
	expect({ code: verified.code, ...JSON.parse(verified.stdout) }).toMatchObject({
		...{ code: 3, intact: false, build: red.build, missing: [PAGE], corrupt: [], extra: [] },
	});
	server.always("robots.txt", { status: 404 });
	const partial = await run("mirror", [server.origin, `${dir}-2`, "--json"], { cwd: parent });
	expect({ code: partial.code, ...JSON.parse(partial.stdout) }).toMatchObject({
		...{ code: 6, status: "partial", failed: [{ what: "robots.txt" }] },
	});
	server.always("latest.json", { body: '{"build":"","version":2}' });
	for (const [source, code, status] of [
		[server.origin, 1, "failed"],
		["nowhere", 2, "usage"],
	] as const) {
		const ended = await run("mirror", [source, dir, "--json"], { cwd: parent });
		expect({ code: ended.code, ...JSON.parse(ended.stdout) }).toMatchObject({ code, status });
	}
});

test("the message of a failed system call names the mirror and the fix", async () => {
	const file = join(newPlace(), "file");
	writeFileSync(file, "");
	const { code, stderr } = await run("mirror", [server.origin, join(file, "mirror")], {
		cwd: parent,
	});
	expect({ code, stderr }).toEqual({
		code: 1,
		stderr: expect.stringMatching(
			/^instants: failed: \/.*mirror: E\w+: .*; check that there is room/,
		),
	});
});

test("the message of a failed request has the fix", async () => {
	const { code, stderr } = await run("mirror", [server.origin, `${dir}-2`, "--crawl"], {
		cwd: parent,
	});
	const said =
		/^instants: failed: http.*was answered with status 404; check the address and the network/;
	expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(said) });
});
