/** `instants import`: adds sounds to a catalogue as clips. */
import type { Command } from "commander";
import { importedFile, importFolders } from "./authoring/clip-import.ts";
import type { ImportPlan } from "./authoring/import-plan.ts";
import { interruptible } from "./console/interrupt.ts";
import { progressBar } from "./console/progress.ts";
import { printable, shown } from "./console/text.ts";

interface Given {
	data: string;
	dryRun?: boolean;
}

export function define(command: Command): void {
	command
		.argument("<folders...>", "folders with MP3s, or MP3s")
		.option("--data <folder>", "the catalogue", "data")
		.option("--dry-run", "show what would be added, and write nothing")
		.action(async (folders: string[], { data, dryRun = false }: Given) => {
			const progress = progressBar("{phase} {bar} {percentage}%, {eta_formatted} left");
			const plan = await interruptible(`${data} is unchanged`, (signal) =>
				importFolders(data, folders, { dryRun, signal, onProgress: progress.show }),
			).finally(progress.stop);
			printPlan(plan, importedFile(data), dryRun);
		});
}

function printPlan({ additions, known, removed }: ImportPlan, file: string, dryRun: boolean): void {
	const count = additions.length === 1 ? "1 clip" : `${additions.length} clips`;
	console.log(`${dryRun ? "Would add" : "Added"} ${count} to ${file}`);
	for (const { record, from } of additions) {
		console.log(`  ${record.slug} ${shown(record.name)} from ${printable(from)}`);
	}
	if (known.length > 0) console.log(`Already there: ${known.length}`);
	if (removed.length === 0) return;
	console.log(
		"Left out, because their clips were removed; delete their files in media/ to add them:",
	);
	for (const sound of removed) console.log(`  ${printable(sound)}`);
}
