/** A live API server whose answers tests can change or falsify. It has linked pages and media, but no pointer. */
import { type FaultyServer, faultyServer } from "../fixtures/faulty-server.ts";
import { image, sound } from "../mirror/releases.ts";

export const API = "api/v1/instants/";

export class LiveApi {
	readonly server: FaultyServer;
	rows: unknown[] = [];
	/** The media, by the path of their URL, without the query. */
	readonly media = new Map<string, string | Buffer>();
	/** Changes the text of a page before it is sent. */
	sent = (text: string): string => text;
	#added = 0;

	constructor(server: FaultyServer) {
		this.server = server;
	}

	/** Starts over with five clips, two per page, and one picture shared by all. */
	reset(): void {
		this.server.reset();
		this.server.serves = (path) => {
			const page = /^\/?api\/v1\/instants\/(?:\?page=(\d+))?$/.exec(path);
			const body = page
				? this.#page(Number(page[1] ?? 1))
				: this.media.get(path.replace(/\?.*/, ""));
			return body === undefined ? undefined : { body: Buffer.from(body) };
		};
		this.rows = [];
		this.media.clear();
		this.sent = (text) => text;
		this.#added = 0;
		this.media.set("media/instants_images/a ü#1.png", image("one for all"));
		for (let i = 0; i < 5; i++) this.add();
	}

	/** Adds a clip with its own sound: `clip-0`, `clip-1` and so on. */
	add(at = this.rows.length): void {
		const slug = `clip-${this.#added++}`;
		const { origin } = this.server;
		this.media.set(`media/sounds/${slug} é.mp3`, sound(slug));
		this.rows.splice(at, 0, {
			name: `Clip "${slug}"`,
			slug,
			sound: `${origin}/media/sounds/${slug}%20%C3%A9.mp3`,
			color: "FF8800",
			image: `${origin}/media/instants_images/a%20%C3%BC%231.png`,
			description: "Line\u2028end",
			tags: "",
		});
	}

	change(clip: number, changes: object): void {
		Object.assign(this.rows[clip] as object, changes);
	}

	get mediaRequests(): string[] {
		return this.server.paths.filter((path) => path.startsWith("media/"));
	}

	#page(number: number): string | undefined {
		const end = 2 * number;
		const { rows } = this;
		if (number > 1 && end - 2 >= rows.length) return undefined;
		const link = (page: number) => `${this.server.origin}/${API}?page=${page}`;
		const [count, next] = [rows.length, end < rows.length ? link(number + 1) : null];
		const previous = number > 1 ? link(number - 1) : null;
		return this.sent(JSON.stringify({ count, next, previous, results: rows.slice(end - 2, end) }));
	}
}

/** Starts a server that runs until all tests in the file are done. */
export async function liveApi(): Promise<LiveApi> {
	return new LiveApi(await faultyServer());
}
