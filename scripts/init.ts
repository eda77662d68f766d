/** `instants init`: makes a folder that is ready to publish. */
import { join } from "node:path";
import { type Command, Option } from "commander";
import { makeFolder } from "./authoring/new-folder.ts";
import { commandLine } from "./console/invocation.ts";
import { printable, shellWord } from "./console/text.ts";
import { VERSION } from "./console/version.ts";
import type { Host } from "./hosts/host.ts";
import { HOSTS } from "./hosts/index.ts";

/** The same version builds until the owner chooses another. */
const BUILD = `npx --yes instants@${VERSION} build`;

/** Those that deploy every push. */
const DEPLOYING = HOSTS.filter(({ repository }) => repository !== undefined);

const NO_HOST = `\`npx instants build --host NAME --base-url URL\` builds for a host, and prints the command that deploys. The hosts are ${HOSTS.map(({ name }) => `\`${name}\``).join(", ")}.`;

export function define(command: Command): void {
	command
		.argument("[folder]", "the folder, which need not exist", ".")
		.addOption(
			new Option("--host <name>", "add what a host needs to deploy every push").choices(
				DEPLOYING.map(({ name }) => name),
			),
		)
		.action((folder: string, { host: name }: { host?: string }) => {
			const host: Host | undefined = DEPLOYING.find((known) => known.name === name);
			const { files = [], setUp = NO_HOST } = host?.repository?.(BUILD) ?? {};
			const made = makeFolder(folder, { deploying: setUp, hostFiles: files });
			console.log(`Made ${printable(folder)}, with one clip as an example:`);
			for (const path of made) console.log(`  ${path}`);
			const data = folder === "." ? [] : ["--data", shellWord(join(folder, "data"))];
			console.log(`Add your sounds: ${commandLine("import", "FOLDER", ...data)}
Then build them: ${commandLine("build", ...data)}
README.md says how to deploy.`);
		});
}
