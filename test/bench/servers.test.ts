/** A benchmark that fails ends, although the servers that it started are still running. */
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../fixtures/published.ts";
import { binaryOf, NGINX, skipping } from "../hosts/tools.ts";

const { skip, title } = skipping(NGINX);

describe.skipIf(skip)(`a benchmark of servers, with ${title}`, () => {
	test("ends with code 1 where wrk is not installed", async () => {
		const PATH = join(temporaryFolder(), "bin");
		mkdirSync(PATH);
		symlinkSync(binaryOf(NGINX) ?? "", join(PATH, "nginx"));
		const args = ["--import", "tsx", "test/bench/main.ts", "servers", "--sizes", "1000"];
		const ended = promisify(execFile)(process.execPath, args, { env: { PATH }, timeout: 30_000 });
		await expect(ended).rejects.toMatchObject({
			code: 1,
			stdout: "",
			stderr: "instants: install wrk for this\n",
		});
	});
});
