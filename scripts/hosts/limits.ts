/** What hosts allow a tree to be, and by how much a tree goes beyond it. */

/** The limits of one plan of one host; absent where the host names none. */
export interface HostLimits {
	readonly host: string;
	readonly files?: number;
	readonly bytes?: number;
	readonly fileBytes?: number;
	readonly filesInFolder?: number;
	/** Characters that a file name must not hold. */
	readonly forbidden?: RegExp;
	/** Where the figures are from. */
	readonly source: string;
}

const MIB = 1024 * 1024;

export const GITHUB_PAGES_LIMITS: HostLimits = {
	host: "GitHub Pages",
	bytes: 1024 * MIB,
	fileBytes: 100 * MIB,
	source: "https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits",
};

/** Known limits, by host and plan. */
export const HOST_LIMITS: readonly HostLimits[] = [
	{
		host: "Netlify",
		filesInFolder: 54_000,
		forbidden: /[#?]/,
		source: "https://docs.netlify.com/deploy/create-deploys/",
	},
	{
		host: "Cloudflare (free)",
		files: 20_000,
		fileBytes: 25 * MIB,
		source: "https://developers.cloudflare.com/workers/platform/limits/#static-assets",
	},
	{
		host: "Cloudflare (paid)",
		files: 100_000,
		fileBytes: 25 * MIB,
		source: "https://developers.cloudflare.com/workers/platform/limits/#static-assets",
	},
	GITHUB_PAGES_LIMITS,
];

/** The limits of all plans of a host, the smallest first. */
export function limitsOf(host: string): HostLimits[] {
	return HOST_LIMITS.filter((limits) => limits.host.startsWith(host));
}

/** A file of a tree, as far as limits care. */
interface SizedFile {
	readonly path: string;
	readonly bytes: number;
}

/** Why a tree does not fit a host, one sentence a limit; empty when it fits. */
export function exceeded(limits: HostLimits, files: readonly SizedFile[]): string[] {
	const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
	const largest = files.reduce((max, { bytes }) => Math.max(max, bytes), 0);
	const folder = fullestFolder(files);
	const named = limits.forbidden && files.find(({ path }) => limits.forbidden?.test(path));
	const faults: string[] = [];
	const compare = (what: string, figure: number, limit: number | undefined): void => {
		if (limit !== undefined && figure > limit) faults.push(`${figure} ${what}, at most ${limit}`);
	};
	compare("files", files.length, limits.files);
	compare("bytes", total, limits.bytes);
	compare("bytes in one file", largest, limits.fileBytes);
	compare("files in one folder", folder, limits.filesInFolder);
	if (named) faults.push(`the file name ${JSON.stringify(named.path)} is not allowed`);
	return faults;
}

function fullestFolder(files: readonly SizedFile[]): number {
	const counts = new Map<string, number>();
	for (const { path } of files) {
		const folder = path.slice(0, path.lastIndexOf("/") + 1);
		counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	let fullest = 0;
	for (const count of counts.values()) fullest = Math.max(fullest, count);
	return fullest;
}
