/** The file that json-server serves. https://github.com/typicode/json-server/tree/v0.17.4 */
import { writeFileSync } from "node:fs";
import { readClips } from "./listing.mjs";

writeFileSync(process.argv[2], JSON.stringify({ instants: readClips() }));
