/** Trees with signatures: of their owner, of somebody else, of none, and changed after they were signed. */
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { createKeyFiles } from "../../scripts/signing/key-file.ts";
import { releaseOf as signedBy } from "../../scripts/signing/release.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { textOf } from "../fixtures/tree-files.ts";
import { parent } from "./releases.ts";

const [keyFile, otherKeyFile] = [join(parent, "own.key"), join(parent, "other.key")];
export const key = createKeyFiles(keyFile);
export const otherKey = createKeyFiles(otherKeyFile);

/** Publishes clips, signed with a key. Returns the folder. */
async function signed(names: readonly string[], serial: number, sign = keyFile): Promise<string> {
	const published = `2026-01-0${serial}T00:00:00Z`;
	const how = signedBy({ sign, serial, published });
	return (await publishRecords(named(names), { parent, ...how })).folder;
}

const NAMES = ["boom", "gong"];
export const first = await signed(NAMES.slice(0, 1), 1);
export const second = await signed(NAMES, 2);
export const third = await signed([...NAMES, "horn"], 3);
export const rival = await signed([...NAMES, "horn"], 2);
export const byOther = await signed([...NAMES, "evil"], 3, otherKeyFile);
export const unsigned = (await publishRecords(named([...NAMES, "evil"]), { parent })).folder;

/** A copy of a tree with some of its files replaced, or taken from another tree. */
export function changed(tree: string, files: Readonly<Record<string, string | undefined>>): string {
	const copy = mkdtempSync(join(parent, "changed-"));
	cpSync(realpathSync(tree), copy, { recursive: true });
	for (const [path, text] of Object.entries(files)) {
		// Files of a mirror are read-only.
		rmSync(join(copy, path), { force: true });
		if (text !== undefined) writeFileSync(join(copy, path), text);
	}
	return copy;
}

export const POINTER = "latest.json";
export const SIGNATURE = "latest.json.minisig";

/** A tree whose pointer says something else, with the build id that fits. */
export async function repointed(tree: string, changes: Partial<Pointer>): Promise<string> {
	const pointer: Pointer = JSON.parse(textOf(tree, POINTER));
	return changed(tree, { [POINTER]: await pointerJson({ ...pointer, ...changes }) });
}

/** A release of somebody else that names the owner's key. */
export const imitation = await repointed(byOther, { key });
