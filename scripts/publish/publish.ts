/** Publishes a catalogue as a tree of files, and replaces the old tree only when the new one is complete. */
import { readFile } from "node:fs/promises";
import { type Problem, problemLine } from "../catalogue/problems.ts";
import { UserError } from "../console/user-error.ts";
import { UNAVAILABLE } from "../contract/answers.ts";
import { UNICODE_VERSION } from "../search/unicode-tables.ts";
import { serviceWorker } from "../site/bundles.ts";
import { SERVICE_WORKER_PATH } from "../site/service-worker/messages.ts";
import type { FileEntry, TextFile } from "../tree/manifest.ts";
import { UNAVAILABLE_PATH } from "../tree/paths.ts";
import type { Pointer } from "../tree/pointer.ts";
import {
	allRunCode,
	type BuildOptions,
	type CatalogueInMemory,
	refuseOptions,
	type Work,
} from "./build-options.ts";
import { writeExports } from "./exports.ts";
import { checkSiteFiles, fitsClips, refuseTooLarge, refuseUnlistable } from "./file-budget.ts";
import { filesOfHosts, writeBeside } from "./host-files.ts";
import { writeManifest } from "./manifest-writer.ts";
import { type Precomputed, precompute } from "./precomputed.ts";
import { writeSite } from "./site-writer.ts";
import { replaceTree } from "./staging.ts";
import { writeStore } from "./store-writers.ts";
import { TreeWriter } from "./tree-writer.ts";

export interface Published {
	readonly pointer: Pointer;
	readonly files: readonly FileEntry[];
	readonly precomputed: Precomputed;
	/** The paths of exports that are too large. */
	readonly leftOut: readonly string[];
	readonly warnings: readonly Problem[];
}

/**
 * Reads a catalogue, writes its tree, then replaces the old tree, which stays unchanged if anything fails. Throws
 * UserError if `out` cannot be replaced, or if a host would not serve the tree.
 * @param signal stops the work without leaving anything behind
 */
export async function publish(
	options: BuildOptions,
	read: () => Promise<CatalogueInMemory>,
	signal?: AbortSignal,
): Promise<Published> {
	const { out, data, hosts, baseUrl } = options;
	refuseOptions(options);
	const hostFiles = filesOfHosts(hosts, baseUrl, out);
	return replaceTree(out, data, async (folder, old) => {
		const source = await read();
		refuseEmpty(options, source, old);
		const postings = source.content.postings.collect();
		const tags = source.content.tags.collect();
		const tree = new TreeWriter(folder, signal);
		const work = { ...source, options, postings, tags, tree };
		const published = await writeTree(work, hostFiles.tree);
		refuseTooLarge(hosts, published.files);
		refuseOldNumber(out, published.pointer, old);
		signal?.throwIfAborted();
		// These files work with the old tree too.
		const kept = writeBeside(hostFiles.beside);
		return { ...published, warnings: [...kept, ...published.warnings] };
	});
}

/** If the data folder was moved, or is on a disk that is not mounted, the build must not empty the site. */
function refuseEmpty(
	{ data, out, allowEmpty }: BuildOptions,
	source: CatalogueInMemory,
	old?: Pointer,
): void {
	if (allowEmpty || source.content.postings.count > 0 || !old?.count) return;
	const refusal = `--data ${data}: has no clips, but ${out} has ${old.count}, which would be lost; correct --data, or add --allow-empty`;
	throw new UserError([refusal, ...source.warnings.map(problemLine)].join("\n"));
}

/** Mirrors reject a number lower than the last one, and the same number with different content. */
function refuseOldNumber(out: string, { serial, build }: Pointer, old?: Pointer): void {
	if (serial === undefined || old?.serial === undefined) return;
	if (serial > old.serial || (serial === old.serial && build === old.build)) return;
	throw new UserError(
		`--serial ${serial}: is not larger than ${old.serial}, the number of the release in ${out}, which has different content; raise it to ${old.serial + 1} or more`,
	);
}

/** Writes all files of a tree, the pointer last. */
async function writeTree(work: Work, hostFiles: readonly TextFile[]): Promise<Published> {
	const { options, content, postings, tree, warnings } = work;
	const stored = await writeStore(work);
	for (const { path, text } of hostFiles) tree.writeUnlisted(path, text);
	const exports = writeExports(work);
	await writeMedia(work);
	tree.write(UNAVAILABLE_PATH, UNAVAILABLE.body);
	// On hosts that run code, the code composes the pages of clips.
	const runsCode = allRunCode(options.hosts);
	const storesClips = !runsCode && fitsClips(work);
	const before = tree.count;
	const site = await writeSite(work, exports.names.length > 0, runsCode || storesClips);
	if (storesClips) checkSiteFiles(tree.count - before);
	refuseUnlistable(work);
	const precomputed = await precompute(work, storesClips ? site.clipTemplates : undefined);
	const { count, average, longest } = postings;
	const store = {
		base_url: options.baseUrl,
		media: content.mediaPlace.where,
		order: options.order,
		count,
		positions: content.slugs.length,
		average,
		longest,
		unicode: UNICODE_VERSION,
		...stored,
		templates: site.templates,
		...precomputed.roots,
	};
	const worker = await serviceWorker({ store, site: site.files, names: exports.names });
	tree.write(SERVICE_WORKER_PATH, worker);
	const pointer = await writeManifest(tree, store, options.release);
	const files = tree.sortedFiles();
	return { pointer, files, precomputed, leftOut: exports.leftOut, warnings };
}

/** Copies sounds and images. */
async function writeMedia({ tree, media }: Work): Promise<void> {
	for (const { path, source } of media) tree.write(`media/${path}`, await readFile(source));
}
