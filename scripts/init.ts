/** `instants init`: creates a folder that is ready to publish. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { addFiles, hasData, startingFiles } from "./authoring/new-folder.ts";
import { commandLine, TARBALL } from "./console/invocation.ts";
import { printable, shellWord, shown } from "./console/text.ts";
import { UsageError } from "./console/user-error.ts";
import type { Host } from "./hosts/host.ts";
import { HOSTS } from "./hosts/index.ts";

const INSTALLING = `Builds install the exact package that \`package-lock.json\` pins by hash. Put \`${TARBALL}\` into this folder, run \`npm install ./${TARBALL}\`, and commit it with \`package.json\` and \`package-lock.json\`. (\`npm install\` also accepts a URL.)`;

/** Hosts that deploy every push. */
const DEPLOYING = HOSTS.filter(({ repository }) => repository !== undefined);

const named = (hosts: readonly Host[]): string => hosts.map(({ name }) => `\`${name}\``).join(", ");

const NO_HOST = `\`instants build --host NAME --base-url URL\` builds for a host, and prints how to deploy. The hosts are ${named(HOSTS)}. ${named(DEPLOYING)} can also deploy every push to a repository: \`instants init --host NAME\` adds the host's files to this folder, and says what to do next.`;

export function define(command: Command): void {
	command
		.argument("[folder]", "the folder, created if it does not exist", ".")
		.addOption(
			new Option(
				"--host <name>",
				"add the files that a host needs to deploy every push; also works in a folder that already has clips",
			).choices(DEPLOYING.map(({ name }) => name)),
		)
		.action((folder: string, { host: name }: { host?: string }) => {
			if (/^https?:/i.test(folder)) {
				throw new UsageError(`${shown(folder)}: is a URL; choose a folder on this machine`);
			}
			const repository = DEPLOYING.find((known) => known.name === name)?.repository?.();
			const hostFiles = repository?.files ?? [];
			const deploying = repository === undefined ? NO_HOST : `${INSTALLING}\n\n${repository.setUp}`;
			if (repository !== undefined && hasData(folder)) {
				printList(`Added to ${folder}, which has clips:`, addFiles(folder, hostFiles));
				console.log(`\n${deploying}`);
				return;
			}
			const made = addFiles(folder, [...startingFiles(TARBALL, deploying), ...hostFiles]);
			printList(`Created ${folder}, with an example clip:`, made);
			const options = folder === "." ? [] : ["--data", shellWord(join(folder, "data"))];
			console.log(`Next: ${commandLine("dev", ...options)}`);
		});
}

function printList(heading: string, paths: readonly string[]): void {
	console.log([heading, ...paths.map((path) => `  ${path}`)].map(printable).join("\n"));
}
