/** A tree that a host would refuse is not published for it. */
import type { Host } from "../hosts/host.ts";
import { exceeded } from "../hosts/limits.ts";
import { UserError } from "../user-error.ts";
import type { FileEntry } from "./tree-writer.ts";

/** A host would refuse the tree; the message says by how much, and what to change. */
class HostLimitError extends UserError {}

/** Before anything is written. Throws a HostLimitError. */
export function refuseTooManyFiles(hosts: readonly Host[], count: number): void {
	for (const { name, limits } of hosts) {
		const largest = limits.at(-1);
		if (largest?.files === undefined || count <= largest.files) continue;
		throw new HostLimitError(
			`--host ${name}: the tree would have ${count} files, and ${largest.host} allows ${largest.files}; lower --max-files to ${largest.files}, or choose another host (${largest.source})`,
		);
	}
}

/** Before anything is written, of files whose size is known. Throws a HostLimitError. */
export function refuseLargeFiles(
	hosts: readonly Host[],
	files: readonly { readonly path: string; readonly bytes: number }[],
): void {
	for (const { name, limits } of hosts) {
		const most = limits.at(-1)?.fileBytes;
		const large = files.find(({ bytes }) => most !== undefined && bytes > most);
		if (large === undefined) continue;
		throw new HostLimitError(
			`--host ${name}: ${large.path} has ${large.bytes} bytes, and ${limits.at(-1)?.host} allows ${most} a file; make it smaller, or choose another host (${limits.at(-1)?.source})`,
		);
	}
}

/** Of limits that show once everything is written, and nothing is published yet. Throws a HostLimitError. */
export function refuseTooLarge(hosts: readonly Host[], files: readonly FileEntry[]): void {
	for (const { name, limits } of hosts) {
		const faults = limits.map((plan) => exceeded(plan, files));
		const last = faults.at(-1) ?? [];
		if (limits.length === 0 || faults.some((found) => found.length === 0)) continue;
		throw new HostLimitError(
			`--host ${name}: ${limits.at(-1)?.host} would refuse the tree: ${last.join("; ")}; make the catalogue smaller, or choose another host (${limits.at(-1)?.source})`,
		);
	}
}
