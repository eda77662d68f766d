/** Changes of a live server during a crawl, and servers that a crawl refuses. */
import { api } from "./crawl-faults.ts";
import { API } from "./live-api.ts";

const { server } = api;

/** Calls `change` before a page is answered, in these passes only. */
function beforePage(page: number, change: () => void, passes: readonly number[] = [1]): void {
	const wanted = page === 1 ? API : `${API}?page=${page}`;
	server.before = ({ path }) => {
		const pass = server.paths.filter((one) => one === wanted).length;
		if (path === wanted && passes.includes(pass)) change();
	};
}

const ALWAYS = [1, 2, 3, 4];

/** Replaces a clip, which does not change the count. */
function replace(): void {
	api.rows.shift();
	api.add();
}

/** After each of these changes, the mirror has what the source has at the end. */
export const CHANGES: Readonly<Record<string, () => void>> = {
	"an addition at the end": () => beforePage(2, () => api.add()),
	"an addition at the front": () => beforePage(2, () => api.add(0)),
	"a removal": () => beforePage(2, () => api.rows.shift()),
	"a removal and an addition at the same time": () => beforePage(3, replace),
	"a move": () => beforePage(2, () => api.rows.push(api.rows.shift())),
	"an edit of what was read": () => beforePage(2, () => api.change(0, { name: "Edited" })),
	"fewer pages": () => beforePage(2, () => api.rows.splice(2)),
	"an edit before every page": () => {
		let edits = 0;
		const edit = (): void => api.change(1, { name: `Edited ${edits++}` });
		server.before = ({ path }) => {
			if (path.startsWith(API) && !path.includes("page=")) edit();
		};
	},
	"an addition at the end of every pass, behind what was read": () =>
		beforePage(2, () => api.add(), ALWAYS),
	"an addition at the end of every pass, before it is read": () =>
		beforePage(3, () => api.add(), ALWAYS),
};

const page = { count: 1, next: null, results: [] as unknown[] };
const answer = (body: object | string | Buffer): void =>
	server.always(API, {
		body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
	});

/** Servers that are refused, and the messages. */
export const REFUSALS: Readonly<Record<string, readonly [() => void, RegExp]>> = {
	"changes in every pass": [
		() => beforePage(3, replace, ALWAYS),
		/instants\/: was different each of the 4 times it was read, so clips could be missed; \S+ is unchanged; run this again when the source is quiet, or ask its owner$/,
	],
	"a page of HTML": [
		() => answer("<!doctype html>"),
		/is not a page of this API: Unexpected token/,
	],
	"a page in Latin-1": [
		() =>
			answer(Buffer.from(JSON.stringify({ ...page, results: [{ name: "caf\u00e9" }] }), "latin1")),
		/is not a page of this API: it is not UTF-8; ask its owner to send that$/,
	],
	"a circle": [
		() => answer({ ...page, next: `/${API}`, results: [{}] }),
		/has only clips that other pages had, and leads to another page/,
	],
	"a next that is no URL": [() => answer({ ...page, next: "http://[" }), /which is not a URL/],
	"a next that leads to nothing": [
		() => answer({ ...page, next: `/${API}?page=9`, results: [{}] }),
		/instants\/: "next" leads to http\S+\?page=9, which is a 404; \S+ is unchanged/,
	],
};
