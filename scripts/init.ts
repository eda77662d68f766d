/** `instants init`: makes a folder that is ready to publish. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { hasData, makeFolder } from "./authoring/new-folder.ts";
import { commandLine } from "./console/invocation.ts";
import { printable, shellWord } from "./console/text.ts";
import { UserError } from "./console/user-error.ts";
import { TARBALL } from "./console/version.ts";
import type { Host } from "./hosts/host.ts";
import { HOSTS } from "./hosts/index.ts";

const INSTALLING = `Builds install the tool as \`package-lock.json\` says, which holds its hash. Put \`${TARBALL}\` into this folder, run \`npm install ./${TARBALL}\`, and commit it with \`package.json\` and \`package-lock.json\`. (A URL works too.)`;

/** Hosts that deploy every push. */
const DEPLOYING = HOSTS.filter(({ repository }) => repository !== undefined);

const named = (hosts: readonly Host[]): string => hosts.map(({ name }) => `\`${name}\``).join(", ");

const NO_HOST = `\`instants build --host NAME --base-url URL\` builds for a host, and prints the command that deploys. The hosts are ${named(HOSTS)}. ${named(DEPLOYING)} can also deploy every push to a repository: \`instants init NEW --host NAME\` makes a folder whose README says how; copy what is in it, other than \`data/\`, into this one.`;

export function define(command: Command): void {
	command
		.argument("[folder]", "the folder, which need not exist", ".")
		.addOption(
			new Option("--host <name>", "add what a host needs to deploy every push").choices(
				DEPLOYING.map(({ name }) => name),
			),
		)
		.action((folder: string, { host: name }: { host?: string }) => {
			const host = DEPLOYING.find((known) => known.name === name);
			const { files = [], setUp = NO_HOST } = host?.repository?.() ?? {};
			if (host !== undefined && hasData(folder)) {
				throw new UserError(
					`${folder}: has clips, and init only makes new folders; run ${commandLine("init", "NEW", "--host", host.name)}, copy ${files.map(({ path }) => path).join(" and ")} from there, and read its README.md`,
				);
			}
			const hostFiles = files.map(({ path, text }) => ({ path, content: text }));
			const deploying = host === undefined ? NO_HOST : `${INSTALLING}\n\n${setUp}`;
			const made = makeFolder(folder, { tarball: TARBALL, deploying, hostFiles });
			console.log(`Made ${printable(folder)}, with one clip as an example:`);
			for (const path of made) console.log(`  ${path}`);
			const inFolder = (option: string, path: string): string[] =>
				folder === "." ? [] : [option, shellWord(join(folder, path))];
			const options = [...inFolder("--data", "data"), ...inFolder("--out", "dist")];
			console.log(`Next: ${commandLine("dev", ...options)}`);
		});
}
