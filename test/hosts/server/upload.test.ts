/** So that the printed steps set up a server, update it, and let the API answer while a build is copied; and so that systemd takes the unit as it is written. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { expectWhole } from "../../fixtures/tree-files.ts";
import { freePort, startServer } from "../server.ts";
import { RSYNC, skipping } from "../tools.ts";

const { skip, title } = skipping(RSYNC);

/** The printed step with this number. */
function step(number: 1 | 2 | 3, tree: string, beside: string): string {
	const text = SERVER.deploy(tree, beside);
	const [, command] = new RegExp(`^# ${number}\\. .*\n((?:[^#].*\n?)+)`, "m").exec(text) ?? [];
	if (command === undefined) throw new Error(`there is no step ${number}`);
	return command;
}

test.skipIf(skip)(`${title}: the printed steps copy a server that answers`, async () => {
	const parent = temporaryFolder();
	const { folder } = await publishRecords(named(["Boom"]), { parent, hosts: [SERVER] });
	const machine = join(parent, "machine");
	mkdirSync(join(machine, "srv"), { recursive: true });
	for (const number of [1, 2] as const) {
		const command = step(number, folder, besideFolder(folder, SERVER));
		execFileSync("sh", ["-ec", command.replaceAll("root@SERVER:", machine)]);
	}
	await expectWhole(join(machine, "srv/instants/dist"));
	expect(step(3, "", "")).toContain("cp /srv/instants/instants.service /etc/systemd/system/");
	const unit = readFileSync(join(machine, "srv/instants/instants.service"), "utf8");
	const [, file = "", tree = ""] = /^ExecStart=\S+ node (\S+) (\S+)$/m.exec(unit) ?? [];
	const port = await freePort();
	const args = [file, tree].map((path) => join(machine, path));
	const server = await startServer(process.execPath, args, port, { PORT: String(port) });
	expect((await fetch(`${server.origin}/api/v1/instants/`)).status).toBe(200);
	await server.stop();
});

test.skipIf(skip)(
	`${title}: at each step of the copy the pack that the pointer names is there`,
	() => {
		const parent = temporaryFolder();
		const server = join(parent, "server");
		const write = (path: string, text: string): void => {
			mkdirSync(join(parent, path, ".."), { recursive: true });
			writeFileSync(join(parent, path), text);
		};
		write("dist/latest.json", "the new");
		write("dist/v1/packs/new", "");
		write("server/dist/latest.json", "old");
		write("server/dist/v1/packs/old", "");
		const states = step(2, join(parent, "dist"), join(parent, "beside"))
			.split(" &&\n")
			.map((command) => {
				execFileSync("sh", ["-ec", command.replace("root@SERVER:/srv/instants", server)]);
				const has = (name: string) => existsSync(join(server, "dist/v1/packs", name));
				return [readFileSync(join(server, "dist/latest.json"), "utf8"), has("old"), has("new")];
			});
		expect(states).toEqual([
			["old", true, true],
			["the new", true, true],
			["the new", false, true],
		]);
	},
);

const ANALYZE = "systemd-analyze";
const UNIT = new URL("../../../scripts/hosts/server/instants.service", import.meta.url);
const isMissing = spawnSync(ANALYZE, ["--version"]).status !== 0;

test.skipIf(isMissing)("systemd finds no fault with the unit, and little that it exposes", () => {
	const unit = join(temporaryFolder(), "instants.service");
	copyFileSync(UNIT, unit);
	const { status, stderr } = spawnSync(ANALYZE, ["verify", unit], { encoding: "utf8" });
	expect([status, stderr]).toEqual([0, ""]);
	// Out of 100; a service without any protection has 96.
	const security = ["security", "--offline=true", "--threshold=20", unit];
	expect(spawnSync(ANALYZE, security).status).toBe(0);
});
