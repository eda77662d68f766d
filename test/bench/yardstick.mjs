/** Does the least that any build must do: reads a catalogue, and parses and serialises each record. */
import { readFileSync } from "node:fs";

const lines = readFileSync(process.argv[2] ?? "", "utf8").split("\n");
const rows = lines.filter((line) => line !== "").map((line) => JSON.stringify(JSON.parse(line)));
console.log(`${rows.length} records`);
