/** Which links the stored pages get: what was asked for, or what the hosts of the build need. */

import { UsageError } from "../console/user-error.ts";
import type { Host, LinkStyle } from "../hosts/host.ts";

/** A host needs other links in the files than another one, or than was asked for. */
class LinkConflict extends UsageError {}

/** The link style of a build. Throws a LinkConflict when it cannot suit all hosts. */
export function linkStyle(hosts: readonly Host[], asked: LinkStyle | undefined): LinkStyle {
	const particular = hosts.filter(({ links }) => links !== undefined);
	const [first] = particular;
	const other = particular.find(({ links }) => links !== first?.links);
	if (first !== undefined && other !== undefined) {
		throw new LinkConflict(
			`--host ${first.name} needs --links ${first.links}, and --host ${other.name} needs --links ${other.links}; build for one of them at a time`,
		);
	}
	if (first !== undefined && asked !== undefined && asked !== first.links) {
		throw new LinkConflict(
			`--links ${asked}: --host ${first.name} needs --links ${first.links}, or its links lead nowhere; leave --links out`,
		);
	}
	return asked ?? first?.links ?? "query";
}
