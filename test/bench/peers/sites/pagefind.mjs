/** Writes Pagefind's search index of the names in a catalogue. https://pagefind.app/docs/node-api/ */
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import * as pagefind from "pagefind";
import { readClips } from "./listing.mjs";

const { index } = await pagefind.createIndex();
for (const { name, slug } of readClips()) {
	const record = { url: `/clips/${slug}/`, content: name, language: "en", meta: { title: name } };
	const { errors } = await index.addCustomRecord(record);
	if (errors.length > 0) throw new Error(errors.join("\n"));
}
await index.writeFiles({ outputPath: `${process.argv[2]}/pagefind` });
await pagefind.close();
// The CPU time of Pagefind's program is added to that of this process only once the program has ended.
while (readFileSync(`/proc/self/task/${process.pid}/children`, "utf8") !== "") await setTimeout(5);
