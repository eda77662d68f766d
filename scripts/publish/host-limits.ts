/** A tree that a host would refuse is not published for it. */
import { UserError } from "../console/user-error.ts";
import type { Host } from "../hosts/host.ts";
import { excesses, MIB, type TreeSize } from "../hosts/limits.ts";

/** A host would refuse the tree; the message says by how much, and what to change. */
class HostLimitError extends UserError {}

/** A size that every known host takes. */
const DEFAULT_MAX_BYTES = 25 * MIB;

/** The largest file that all of these hosts take, in bytes. */
export function maxFileBytes(hosts: readonly Host[]): number {
	if (hosts.length === 0) return DEFAULT_MAX_BYTES;
	return Math.min(
		...hosts.map(({ limits }) => limits.at(-1)?.fileBytes ?? Number.POSITIVE_INFINITY),
	);
}

/**
 * Refuses a catalogue whose listing a host without code could not serve. Throws a HostLimitError.
 * @param needed files of the tree with its whole listing, as far as they are known
 */
export function refuseUnlistable(
	hosts: readonly Host[],
	needed: number,
	{ maxFiles, pages }: { readonly maxFiles: number; readonly pages?: "all" | "none" },
): void {
	const host = hosts.find(({ links }) => links === "path");
	if (host === undefined) return;
	const why = `--host ${host.name} runs no code and needs every page of the listing as a file`;
	if (pages === "none") throw new HostLimitError(`--pages none: ${why}; leave --pages out`);
	if (needed <= maxFiles) return;
	throw new HostLimitError(
		`--max-files ${maxFiles}: ${why}, which makes ${needed} files or more; raise --max-files, publish fewer clips, or choose a host that runs code`,
	);
}

/** Refuses a tree that is written and not yet published. Throws a HostLimitError. */
export function refuseTooLarge(hosts: readonly Host[], size: TreeSize): void {
	for (const { name, limits } of hosts) {
		const plans = limits.map((plan) => ({ plan, found: excesses(plan, size) }));
		const largest = plans.at(-1);
		if (largest === undefined || plans.some(({ found }) => found.length === 0)) continue;
		const { plan, found } = largest;
		const whats = found.map(({ what }) => what).join("; ");
		const fixes = [...new Set(found.map(({ fix }) => fix))].join(", ");
		throw new HostLimitError(
			`--host ${name}: ${plan.host} would refuse the tree: ${whats}; ${fixes}, or choose another host (${plan.source})`,
		);
	}
}
