/** Refuses builds that their hosts could not serve, and says how to fix them. */
import { UsageError, UserError } from "../console/user-error.ts";
import { pageCount } from "../contract/page-number.ts";
import type { Host } from "../hosts/host.ts";
import { excesses, MIB } from "../hosts/limits.ts";
import type { FileEntry } from "../tree/manifest.ts";
import type { BuildOptions, Work } from "./build-options.ts";
import { filesWith, fits } from "./file-budget.ts";

/** Throws UsageError for options that contradict each other. */
export function refuseOptions({ baseUrl, hosts, pages, media, mediaUrl }: BuildOptions): void {
	if (media === "local" && mediaUrl !== undefined) {
		throw new UsageError(
			`--media local: the media are published with the clips, so they are not at ${mediaUrl}; leave out --media or --media-url`,
		);
	}
	const { pathname } = new URL(baseUrl);
	const rooted = hosts.find(({ links }) => links !== "path");
	if (pathname !== "/" && rooted !== undefined) {
		throw new UsageError(
			`--base-url ${baseUrl}: --host ${rooted.name} answers at the root of its domain, not under ${pathname}; leave the path out`,
		);
	}
	const alone = withoutCode(hosts);
	if (alone !== undefined && pages === "none") {
		throw new UsageError(`--pages none: ${needsPages(alone)}; leave --pages out`);
	}
}

function withoutCode(hosts: readonly Host[]): Host | undefined {
	return hosts.find(({ links }) => links === "path");
}

function needsPages({ name }: Host): string {
	return `--host ${name} runs no code and needs every page of the listing as a file`;
}

/** A size that every known host accepts. */
const DEFAULT_MAX_BYTES = 25 * MIB;

/** The largest file that all of these hosts accept, in bytes. */
export function maxFileBytes(hosts: readonly Host[]): number {
	if (hosts.length === 0) return DEFAULT_MAX_BYTES;
	return Math.min(
		...hosts.map(({ limits }) => limits.at(-1)?.fileBytes ?? Number.POSITIVE_INFINITY),
	);
}

/** Throws UserError if a host runs no code and the listing does not fit the budget. */
export function refuseUnlistable(work: Work): void {
	const { hosts, maxFiles } = work.options;
	const host = withoutCode(hosts);
	const listed = pageCount(work.postings.count);
	if (host === undefined || fits(work, listed)) return;
	throw new UserError(
		`--max-files ${maxFiles}: ${needsPages(host)}, up to ${filesWith(work, listed)} files in all; raise --max-files, publish fewer clips, or choose a host that runs code`,
	);
}

/** Throws UserError if a host would refuse the tree. */
export function refuseTooLarge(hosts: readonly Host[], files: readonly FileEntry[]): void {
	for (const { name, limits } of hosts) {
		const plans = limits.map((plan) => ({ plan, found: excesses(plan, files) }));
		const largest = plans.at(-1);
		if (largest === undefined || plans.some(({ found }) => found.length === 0)) continue;
		const { plan, found } = largest;
		const whats = found.map(({ what }) => what).join("; ");
		const fixes = [...new Set(found.map(({ fix }) => fix))].join(", ");
		throw new UserError(
			`--host ${name}: ${plan.host} would refuse the tree: ${whats}; ${fixes}, or choose another host (${plan.source})`,
		);
	}
}
