/** `instants init`: makes a folder that is ready to publish. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { addFiles, hasData, makeFolder } from "./authoring/new-folder.ts";
import { commandLine } from "./console/invocation.ts";
import { printable, shellWord } from "./console/text.ts";
import { TARBALL } from "./console/version.ts";
import type { Host } from "./hosts/host.ts";
import { HOSTS } from "./hosts/index.ts";

const INSTALLING = `Builds install the tool as \`package-lock.json\` says, which holds its hash. Put \`${TARBALL}\` into this folder, run \`npm install ./${TARBALL}\`, and commit it with \`package.json\` and \`package-lock.json\`. (A URL works too.)`;

/** Those that deploy every push. */
const DEPLOYING = HOSTS.filter(({ repository }) => repository !== undefined);

const named = (hosts: readonly Host[]): string => hosts.map(({ name }) => `\`${name}\``).join(", ");

const NO_HOST = `\`instants build --host NAME --base-url URL\` builds for a host, and prints the command that deploys. The hosts are ${named(HOSTS)}. For ${named(DEPLOYING)}, \`instants init --host NAME\` adds here what deploys every push.`;

export function define(command: Command): void {
	command
		.argument("[folder]", "the folder, which need not exist", ".")
		.addOption(
			new Option(
				"--host <name>",
				"add what a host needs to deploy every push, and only that where there are clips already",
			).choices(DEPLOYING.map(({ name }) => name)),
		)
		.action((folder: string, { host: name }: { host?: string }) => {
			const host = DEPLOYING.find((known) => known.name === name);
			const { files = [], setUp = NO_HOST } = host?.repository?.() ?? {};
			const hostFiles = files.map(({ path, text }) => ({ path, content: text }));
			const deploying = host === undefined ? NO_HOST : `${INSTALLING}\n\n${setUp}`;
			if (host !== undefined && hasData(folder)) {
				printMade(`Added to ${printable(folder)}:`, addFiles(folder, hostFiles));
				console.log(deploying);
				return;
			}
			const made = makeFolder(folder, { tarball: TARBALL, deploying, hostFiles });
			printMade(`Made ${printable(folder)}, with one clip as an example:`, made);
			const inFolder = (option: string, path: string): string[] =>
				folder === "." ? [] : [option, shellWord(join(folder, path))];
			const data = inFolder("--data", "data");
			console.log(`Add your sounds: ${commandLine("import", "FOLDER", ...data)}
Then build them: ${commandLine("build", ...data, ...inFolder("--out", "dist"))}
README.md says how to deploy.`);
		});
}

function printMade(title: string, paths: readonly string[]): void {
	console.log([title, ...paths.map((path) => `  ${path}`)].join("\n"));
}
