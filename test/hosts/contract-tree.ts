/** The tree that hosts are tried with. */
import { join } from "node:path";
import type { Host } from "../../scripts/hosts/host.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { addFiles } from "./served-files.ts";
import { plantSecret } from "./traversal.ts";

/** Publishes the contract's catalogue as `dist` of a new folder, with files of odd names in it and a secret beside it. */
export async function contractTree(...hosts: readonly Host[]): Promise<string> {
	const parent = temporaryFolder();
	plantSecret(parent);
	const how = { parent, folder: join(parent, "dist"), hosts };
	const { folder } = await publishRecords(CONTRACT_CATALOGUE, how);
	addFiles(folder);
	return folder;
}
