/** A tree that a host would refuse is not published for it. */

import { UserError } from "../console/user-error.ts";
import type { Host } from "../hosts/host.ts";
import { excesses, type TreeSize } from "../hosts/limits.ts";

/** A host would refuse the tree; the message says by how much, and what to change. */
class HostLimitError extends UserError {}

/**
 * Of a tree that is planned (sizes not known yet are 0), and again of the tree that is written and
 * not yet published. Throws a HostLimitError.
 */
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
