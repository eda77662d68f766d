/** So that the API goes on answering while a build is copied to a server. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { temporaryFolder } from "../../fixtures/published.ts";
import { RSYNC, skipping } from "../tools.ts";

const { skip, title } = skipping(RSYNC);

/** The printed commands that copy, in order; a shell runs each only if the one before succeeded. */
function copies(tree: string, beside: string): string[] {
	const text = SERVER.deploy(tree, beside);
	return /(?:rsync .+ &&\n)+rsync .+/.exec(text)?.[0].split(" &&\n") ?? [];
}

test("the commands copy the pointer after the rest, then delete", () => {
	expect(copies("dist", "dist-hosts/x")).toEqual([
		"rsync -a --chmod=D755,F644 dist-hosts/x/ root@SERVER:/srv/instants/",
		"rsync -a --chmod=D755,F644 --exclude /latest.json dist/ root@SERVER:/srv/instants/dist/",
		"rsync -a --chmod=D755,F644 dist/latest.json root@SERVER:/srv/instants/dist/",
		"rsync -a --chmod=D755,F644 --delete-after dist/ root@SERVER:/srv/instants/dist/",
	]);
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
		write("beside/server.cjs", "server");
		write("dist/latest.json", "the new");
		write("dist/v1/packs/new", "");
		write("server/dist/latest.json", "old");
		write("server/dist/v1/packs/old", "");
		const states = copies(join(parent, "dist"), join(parent, "beside")).map((command) => {
			execFileSync("sh", ["-ec", command.replace("root@SERVER:/srv/instants", server)]);
			const has = (name: string) => existsSync(join(server, "dist/v1/packs", name));
			return [readFileSync(join(server, "dist/latest.json"), "utf8"), has("old"), has("new")];
		});
		expect(states).toEqual([
			["old", true, false],
			["old", true, true],
			["the new", true, true],
			["the new", false, true],
		]);
	},
);
