/** How many requests a second are answered: by our server file, by servers with a database, and by nginx for a bare file. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { freePort, type RunningServer, startServer } from "../../../test/hosts/server.ts";
import type { AnswerFigures } from "../../site/docs/peers.ts";
import { FILE, LISTING, type Speed, searches, speedOf, startNginx, startOurs } from "../load.ts";
import { inPackage, NODE, SITES, versioned } from "./packages.ts";

const ROUNDS = 3;

interface Server {
	readonly name: string;
	start(): Promise<RunningServer>;
	readonly listing: readonly string[];
	readonly search: readonly string[];
}

/** The fastest of three rounds, in which the servers take turns. */
export async function benchAnswers(
	folder: string,
	tree: string,
	clips: string,
	size: number,
): Promise<AnswerFigures[]> {
	const servers: Server[] = [
		{
			name: "Instants",
			start: () => startOurs(folder, tree),
			listing: LISTING,
			search: searches(size),
		},
		{
			name: `${versioned("fastify")} with SQLite (FTS5)`,
			start: () => startPeer([join(SITES, "sqlite-server.mjs")], clips),
			listing: LISTING,
			search: searches(size),
		},
		{
			name: versioned("json-server"),
			start: () => startJsonServer(folder, clips),
			listing: LISTING.map((_, i) => `/instants?_page=${i + 1}&_limit=10`),
			search: searches(size).map((path) => `/instants?_limit=10&${like(path)}`),
		},
		{
			name: "nginx, one worker, a bare file",
			start: () => startNginx(folder, tree),
			listing: [FILE],
			search: [],
		},
	];
	const figures: AnswerFigures[] = [];
	for (const { name, start, listing, search } of servers) {
		const server = await start();
		try {
			const ask = (paths: readonly string[]): Speed => {
				const rounds = Array.from({ length: ROUNDS }, () => speedOf(folder, server.origin, paths));
				return rounds.reduce((best, round) => (round.rate > best.rate ? round : best));
			};
			figures.push({ name, listing: ask(listing), search: search.length > 0 ? ask(search) : null });
		} finally {
			await server.stop();
		}
	}
	return figures;
}

/** Its nearest to a search by name: the words in their order, anywhere. */
function like(path: string): string {
	const name = new URL(path, "http://localhost").searchParams.get("name") ?? "";
	return `name_like=${encodeURIComponent(name.replaceAll(/[^\p{L}\p{N} ]/gu, "."))}`;
}

async function startPeer(args: readonly string[], clips: string): Promise<RunningServer> {
	const port = await freePort();
	return startServer(NODE, args, port, { PORT: String(port), CLIPS: clips });
}

async function startJsonServer(folder: string, clips: string): Promise<RunningServer> {
	const db = join(folder, "db.json");
	execFileSync(NODE, [join(SITES, "json-db.mjs"), db], { env: { ...process.env, CLIPS: clips } });
	const port = await freePort();
	const args = [inPackage("json-server/lib/cli/bin.js"), db, "--quiet", "--port", String(port)];
	return startServer(NODE, args, port);
}
