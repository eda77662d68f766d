/** A live server of the API, like the original Django one: no pointer, linked pages, media. */
import type { FaultyServer } from "./faulty-server.ts";
import { image, sound } from "./releases.ts";

type Row = Record<string, unknown>;

/** The state of a live server, which tests may change during a crawl. */
export interface LiveApi {
	rows: Row[];
	readonly media: Map<string, string | Buffer>;
	pageSize: number;
	/** The origin in `next` links. */
	nextOrigin: string;
}

/** Turns a server into a live API with this many clips, which share an image. */
export function liveApi(server: FaultyServer, clips: number): LiveApi {
	const { origin } = server;
	const api: LiveApi = { rows: [], media: new Map(), pageSize: 2, nextOrigin: origin };
	for (let i = 0; i < clips; i++) addClip(api, origin, `clip-${i}`);
	api.media.set("media/instants_images/a ü#1.png", image("one for all"));
	server.serves = (path) => {
		const match = /^api\/v1\/instants\/(?:\?page=(\d+))?$/.exec(path);
		if (match === null) {
			const body = api.media.get(path);
			return body === undefined ? undefined : { body: Buffer.from(body) };
		}
		const page = pageOf(api, Number(match[1] ?? 1));
		return page && { body: Buffer.from(JSON.stringify(page)) };
	};
	return api;
}

/** Adds a clip and its sound. */
export function addClip(api: LiveApi, origin: string, slug: string, at = api.rows.length): void {
	api.media.set(`media/sounds/${slug} é.mp3`, sound(slug));
	api.rows.splice(at, 0, {
		name: `Clip "${slug}"`,
		slug,
		sound: `${origin}/media/sounds/${encodeURIComponent(`${slug} é.mp3`)}`,
		color: "FF8800",
		image: `${origin}/media/instants_images/a%20%C3%BC%231.png`,
		description: "Line\u2028end",
		tags: "",
	});
}

function pageOf({ rows, pageSize, nextOrigin }: LiveApi, page: number): object | undefined {
	const start = (page - 1) * pageSize;
	if (page > 1 && start >= rows.length) return undefined;
	const link = (n: number): string => {
		return `${nextOrigin}/api/v1/instants/${n === 1 ? "" : `?page=${n}`}`;
	};
	return {
		count: rows.length,
		next: start + pageSize < rows.length ? link(page + 1) : null,
		previous: page > 1 ? link(page - 1) : null,
		results: rows.slice(start, start + pageSize),
	};
}
