/** Which links the stored pages get: what was asked for, or what the hosts of the build need. */

import { UsageError } from "../console/user-error.ts";
import type { Host, LinkStyle } from "../hosts/host.ts";

/** A host needs other links in the files than those asked for. */
class LinkConflict extends UsageError {}

/** The link style of a build. Throws a LinkConflict when it does not suit a host. */
export function linkStyle(hosts: readonly Host[], asked: LinkStyle | undefined): LinkStyle {
	const needing = hosts.find(({ links }) => links !== undefined);
	if (needing !== undefined && asked === "query") {
		throw new LinkConflict(
			`--links query: --host ${needing.name} needs --links path, or its links lead nowhere; leave --links out`,
		);
	}
	return asked ?? needing?.links ?? "query";
}
