/** All hosts that a tree can be built for. */
import { CLOUDFLARE } from "./cloudflare/host.ts";
import { CLOUDFLARE_R2 } from "./cloudflare-r2/host.ts";
import { FILES, GITHUB_PAGES } from "./github-pages/host.ts";
import type { Host } from "./host.ts";
import { NETLIFY } from "./netlify/host.ts";
import { SERVER } from "./server/host.ts";
import { VERCEL } from "./vercel/host.ts";

/** In the order in which they are printed. */
export const HOSTS: readonly Host[] = [
	NETLIFY,
	CLOUDFLARE,
	CLOUDFLARE_R2,
	VERCEL,
	SERVER,
	GITHUB_PAGES,
	FILES,
];
