/** So that the printed commands give Deno Deploy a folder that its entry point can serve. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DENO_DEPLOY } from "../../../scripts/hosts/deno-deploy/host.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";

/** Stands for `deno`: starts the entry point as Deno Deploy would, and asks it for a clip. */
const STAND_IN = `#!/bin/sh
echo "$@"
PORT=0 "$NODE" server.cjs > said 2>&1 &
server=$!
for try in 1 2 3 4 5 6 7 8 9 10; do sleep 0.5; grep -q Serving said && break; done
"$NODE" -e 'fetch(process.argv[1] + "/api/v1/instants/").then((r) => r.text()).then(console.log)' "$(sed "s/.* at //" said)"
kill $server
`;

test("the staged folder holds the tree where the server file looks for it", async () => {
	const parent = temporaryFolder();
	const { folder } = await publishRecords(named(["Boom"]), { parent, hosts: [DENO_DEPLOY] });
	const bin = join(parent, "bin");
	mkdirSync(bin);
	writeFileSync(join(bin, "deno"), STAND_IN, { mode: 0o755 });
	const commands = DENO_DEPLOY.deploy(folder, besideFolder(folder, DENO_DEPLOY));
	const said = execFileSync("sh", ["-ec", commands], {
		encoding: "utf8",
		env: { PATH: `${bin}:${process.env.PATH}`, TMPDIR: parent, NODE: process.execPath },
	});
	expect(said).toContain("--entrypoint server.cjs");
	expect(said).toContain('"count":1');
});
