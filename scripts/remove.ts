/** `instants remove`: removes clips from a catalogue for good. */
import type { Command } from "commander";
import { removeClips } from "./authoring/removal.ts";
import { printable, shown } from "./console/text.ts";
import { sourceDate } from "./signing/release.ts";

interface RemoveFlags {
	data: string;
	date?: string;
	reason?: string;
}

export function define(command: Command): void {
	command
		.argument("<slugs...>", "the clips")
		.option("--data <folder>", "the catalogue", "data")
		.option("--reason <text>", "the reason, shown on the clip's page")
		.option(
			"--date <day>",
			"the date of removal: 2026-01-31 (default: SOURCE_DATE_EPOCH, or today)",
		)
		.action(async (slugs: string[], { data, ...options }: RemoveFlags) => {
			const date =
				options.date ?? (sourceDate(process.env) ?? new Date().toISOString()).slice(0, 10);
			const removed = await removeClips(data, slugs, { ...options, date });
			const reserved = removed.length > 1 ? "Their slugs stay" : "Its slug stays";
			console.log(`Removed on ${date}. ${reserved} reserved; no other clip moves.`);
			for (const { slug, name, file } of removed)
				console.log(`  ${slug} ${shown(name)} in ${printable(file)}`);
		});
}
