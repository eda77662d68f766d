/** Which links the stored pages get: what was asked for, or what the hosts of the build need. */
import type { Host, LinkStyle } from "../hosts/host.ts";
import { UserError } from "../user-error.ts";

/** Two hosts need different links in the same files. */
class LinkConflict extends UserError {}

/** The link style of a build. Throws a LinkConflict when the hosts disagree and nobody decided. */
export function linkStyle(hosts: readonly Host[], asked: LinkStyle | undefined): LinkStyle {
	if (asked !== undefined) return asked;
	const particular = hosts.filter(({ links }) => links !== undefined);
	const [first] = particular;
	const other = particular.find(({ links }) => links !== first?.links);
	if (first !== undefined && other !== undefined) {
		throw new LinkConflict(
			`--host ${first.name} needs --links ${first.links}, and --host ${other.name} needs --links ${other.links}; build for one of them at a time, or say which --links to write`,
		);
	}
	return first?.links ?? "query";
}
