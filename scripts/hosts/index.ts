/** All hosts that trees can be built for. */
import { APACHE } from "./apache/config.ts";
import { AWS } from "./aws/host.ts";
import { CADDY } from "./caddy/config.ts";
import { CLOUDFLARE_PAGES, CLOUDFLARE_WORKERS } from "./cloudflare/host.ts";
import { GITHUB_PAGES } from "./github-pages/host.ts";
import type { Host } from "./host.ts";
import { NETLIFY } from "./netlify/host.ts";
import { NGINX } from "./nginx/config.ts";
import { BUN, DENO, DENO_DEPLOY, NODE } from "./node/host.ts";
import { VERCEL } from "./vercel/host.ts";

/** In the order in which they are listed to people. */
export const HOSTS: readonly Host[] = [
	NETLIFY,
	CLOUDFLARE_WORKERS,
	CLOUDFLARE_PAGES,
	VERCEL,
	DENO_DEPLOY,
	DENO,
	BUN,
	NODE,
	NGINX,
	CADDY,
	APACHE,
	AWS,
	GITHUB_PAGES,
];
