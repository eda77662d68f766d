/** `instants check`: lists every problem of a catalogue without building anything. */
import { type Command, Option } from "commander";
import { type ReadOptions, readCatalogue } from "./catalogue/catalogue.ts";
import { CatalogueError, problemLine } from "./catalogue/problems.ts";
import { fitText, SERVICES, type Service, type Size } from "./catalogue/service-limits.ts";
import { MEDIA_FOLDERS } from "./contract/instant.ts";

interface Given extends Pick<ReadOptions, "media"> {
	readonly data: string;
	readonly for?: Service;
	readonly json?: boolean;
}

export function define(command: Command): void {
	command
		.option("--data <folder>", "the catalogue", "data")
		.addOption(
			new Option("--media <where>", "remote: the media are elsewhere; do not check them")
				.choices(["local", "remote"])
				.default("local"),
		)
		.addOption(
			new Option(
				"--for <service>",
				"count the clips that are too long or too large for it",
			).choices(SERVICES),
		)
		.option("--json", "print the result as one JSON object")
		.action(async (given: Given) => {
			try {
				await check(given);
			} catch (error) {
				if (given.json && error instanceof CatalogueError) {
					console.log(JSON.stringify({ problems: error.problems.map(problemLine) }));
				}
				throw error;
			}
		});
}

async function check({ data, media, json = false, for: service }: Given): Promise<void> {
	const count = { clips: 0, removed: 0 };
	const sounds: { readonly duration: number | undefined; readonly path: string }[] = [];
	const { warnings, media: files } = await readCatalogue(data, {
		media,
		onRecord: (record) => {
			count["removed" in record ? "removed" : "clips"]++;
			if (service === undefined || "removed" in record) return;
			const path = `${MEDIA_FOLDERS.sound}/${record.sound.path}`;
			sounds.push({ duration: record.duration, path });
		},
	});
	const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
	const found = sounds.map(({ duration, path }): Size => ({ duration, bytes: sizes.get(path) }));
	const fit = service === undefined ? undefined : fitText(service, found);
	const lines = warnings.map(problemLine);
	if (json) return console.log(JSON.stringify({ ...count, problems: [], warnings: lines, fit }));
	for (const line of lines) console.error(`warning: ${line}`);
	const removed = count.removed === 0 ? "" : ` and ${count.removed} removed`;
	console.log(
		`${data}: ${count.clips} ${count.clips === 1 ? "instant" : "instants"}${removed}, no problems.`,
	);
	if (fit !== undefined) console.log(fit);
}
