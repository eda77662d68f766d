/** Changes of a live server during a crawl, and servers that a crawl refuses. */
import { api } from "./crawl-faults.ts";
import { API } from "./live-api.ts";

const { server } = api;

/** Calls `change` before a page is answered, when it is asked for first, or each time. */
function beforePage(page: number, change: () => void, isAlways = false): void {
	const wanted = page === 1 ? API : `${API}?page=${page}`;
	let isFirst = true;
	server.before = ({ path }) => {
		if (path !== wanted || !(isFirst || isAlways)) return;
		isFirst = false;
		change();
	};
}

/** After each of these changes, the mirror has what the source has at the end, and what was gone meanwhile. */
export const CHANGES: Readonly<Record<string, readonly [() => void, gone?: readonly string[]]>> = {
	"an addition at the end": [() => beforePage(2, () => api.add())],
	"an addition at the front": [() => beforePage(2, () => api.add(0))],
	"a removal": [() => beforePage(2, () => api.rows.shift()), ["clip-0"]],
	"an addition, and a removal later": [
		() => {
			let page = 0;
			server.before = ({ path }) => {
				if (!path.startsWith(API)) return;
				page++;
				if (page === 2) api.rows.shift();
				if (page === 3) api.add();
			};
		},
		["clip-0"],
	],
	"an edit of what was read": [() => beforePage(2, () => api.change(0, { name: "Edited" })), []],
	"fewer pages": [() => beforePage(2, () => api.rows.splice(2)), []],
	"an addition in every pass": [() => beforePage(2, () => api.add(), true)],
};

const page = { count: 1, next: null, results: [] as unknown[] };
const answer = (body: object | string | Buffer): void =>
	server.always(API, {
		body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
	});

/** Servers that are refused, and the messages. */
export const REFUSALS: Readonly<Record<string, readonly [() => void, RegExp]>> = {
	"a page of HTML": [
		() => answer("<!doctype html>"),
		/is not a page of this API: Unexpected token/,
	],
	"a page in Latin-1": [
		() =>
			answer(Buffer.from(JSON.stringify({ ...page, results: [{ name: "caf\u00e9" }] }), "latin1")),
		/is not a page of this API: it is not UTF-8; ask its owner to send that$/,
	],
	"a listing with cursors": [
		() => answer({ next: null, results: [] }),
		/is not a page of this API: "count" is undefined, and must be the number of all clips; ask its owner for numbered pages$/,
	],
	"a circle": [
		() => answer({ ...page, next: `/${API}`, results: [{}] }),
		/has only clips that other pages had, and leads to another page/,
	],
	"new clips for ever": [
		() => {
			let clips = 0;
			server.before = ({ path }) => {
				if (!path.startsWith(API)) return;
				const results = Array.from({ length: 400 }, () => ({ slug: `fresh-${clips++}` }));
				server.always(path, {
					body: JSON.stringify({ count: 5, next: `/${API}?page=${clips}`, results }),
				});
			};
		},
		/instants\/: looks endless: it counts 5 clips, and has listed 1200; ask its owner$/,
	],
	"a next that is no URL": [() => answer({ ...page, next: "http://[" }), /which is not a URL/],
	"a next that leads to nothing": [
		() => answer({ ...page, next: `/${API}?page=9`, results: [{}] }),
		/instants\/: "next" leads to http\S+\?page=9, which is a 404; \S+ is unchanged/,
	],
};
