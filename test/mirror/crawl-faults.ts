/** Faults in the clips of a live server, and the result of a crawl. */
import { API, liveApi } from "./live-api.ts";

export const api = await liveApi();
const { server } = api;
const { origin } = server;
/** Another origin, at which the same server answers. */
const foreign = origin.replace("localhost", "127.0.0.1");
export const DEAD = "http://127.0.0.1:1";

export const ALL = ["clip-0", "clip-1", "clip-2", "clip-3", "clip-4"];
const OTHERS = ["clip-0", "clip-2", "clip-3", "clip-4"];
export const SOUND = "media/sounds/clip-1 é.mp3";
const ENCODED = "/media/sounds/clip-1%20%C3%A9.mp3";

interface Fault {
	/** Makes the fault, usually in the second clip. */
	readonly make: () => void;
	/** The slugs in `data/`; all clips unless given. */
	readonly slugs?: readonly string[];
	/** The first reported failure; none unless given. */
	readonly failed?: string | RegExp;
	/** A warning. */
	readonly noted?: RegExp;
	/** Of the second clip in `data/`; unchanged unless given. */
	readonly sound?: string | RegExp;
	readonly image?: string | null;
}

const row = (changes: object): Fault["make"] => {
	return () => api.change(1, changes);
};

export const FAULTS: Readonly<Record<string, Fault>> = {
	"nothing wrong": { make: () => {} },
	"a blank name": {
		make: row({ name: " " }),
		slugs: OTHERS,
		failed: /"clip-1" name " ": must not be/,
	},
	"no sound": {
		make: row({ sound: null }),
		slugs: OTHERS,
		failed: /"clip-1" sound null: is missing/,
	},
	"a row that is no object": {
		make: () => api.rows.splice(1, 1, null),
		slugs: OTHERS,
		failed: /^page 1 clip 2 null: must be a JSON object/,
	},
	"a slug used twice": {
		make: row({ slug: "clip-0" }),
		slugs: OTHERS,
		failed: /: counts 5 clips, but its pages have 4 with slugs of their own$/,
	},
	"an unknown field": {
		make: row({ author: "Ada" }),
		noted: /^fields that are unknown here are only in crawl\/pages: "author"$/,
	},
	"fields left out or null": { make: row({ description: null, tags: undefined }) },
	"a sound that is not there": {
		make: () => void api.media.delete(SOUND),
		failed: `${origin}${ENCODED}: was answered with status 404`,
		sound: `${origin}${ENCODED}`,
	},
	"a sound that is a page": {
		make: () => void api.media.set(SOUND, "<!doctype html>Not found"),
		failed: /media\/sounds\/clip-1 é\.mp3 is not an MP3 but looks like/,
		sound: `${origin}${ENCODED}`,
	},
	"a sound whose name no Windows takes": {
		make: () => {
			row({ sound: `${origin}/media/sounds/12:30.mp3` })();
			api.media.set("media/sounds/12:30.mp3", api.media.get(SOUND) ?? "");
		},
		sound: /^\/media\/sounds\/[0-9a-f]{24}\.mp3$/,
	},
	"a sound at another origin": {
		make: row({ sound: foreign + ENCODED }),
		failed: /is not at http:\/\/localhost:\d+; .* --follow-origin http:\/\/127/,
		sound: foreign + ENCODED,
	},
	"a password in a sound": {
		make: row({ sound: `${origin.replace("://", "://user:secret@")}${ENCODED}` }),
	},
	"a sound on a dead host": {
		make: row({ sound: DEAD + ENCODED }),
		failed: /127\.0\.0\.1:1\/.*: no whole answer/,
		sound: DEAD + ENCODED,
	},
	"a query in a sound": { make: row({ sound: `${origin}${ENCODED}?v=1` }) },
	"a sound given as a path": { make: row({ sound: ENCODED }) },
	"a sound behind two slashes": {
		make: () => {
			row({ sound: `${origin}/${ENCODED}` })();
			api.media.set(`/${SOUND}`, api.media.get(SOUND) ?? "");
		},
	},
	"a sound in another folder": {
		make: () => {
			row({ sound: `${origin}/files/boom.mp3` })();
			api.media.set("files/boom.mp3", api.media.get(SOUND) ?? "");
		},
		sound: /^\/media\/sounds\/[0-9a-f]{24}\.mp3$/,
	},
	"a sound in another folder that is not there": {
		make: row({ sound: `${origin}/files/boom.mp3` }),
		slugs: OTHERS,
		failed: /"clip-1" sound ".*": is not here, and a build refuses its URL/,
	},
	"a sound with the name of another": {
		make: () => {
			row({ sound: `${origin}/old/media/sounds/clip-0%20%C3%A9.mp3` })();
			api.media.set("old/media/sounds/clip-0 é.mp3", api.media.get(SOUND) ?? "");
		},
		sound: /^\/media\/sounds\/[0-9a-f]{24}\.mp3$/,
	},
	"a picture that a build refuses": {
		make: () => {
			row({ image: "/media/instants_images/a.svg" })();
			api.media.set("media/instants_images/a.svg", "<svg/>");
		},
		image: `${origin}/media/instants_images/a.svg`,
		failed: /a\.svg: does not end as a file that a build takes$/,
	},
	"a count too high": {
		make: () => {
			api.page = (page) => ({ ...page, count: 8 });
		},
		failed: `${origin}/${API}: counts 8 clips, but its pages have 5 with slugs of their own`,
	},
	"links to another origin": {
		make: () => {
			api.page = (page) => ({
				...page,
				next: page.next && String(page.next).replace(origin, "http://inner:80"),
			});
		},
	},
	"links with two slashes": {
		make: () => {
			api.page = (page) => ({
				...page,
				next: page.next && String(page.next).replace(origin, `${origin}/`),
			});
		},
	},
};
