/**
 * Runs in CloudFront before its cache: names the file that answers a request, or answers it. Only
 * what runtime 2.0 is documented to know, and a build writes the first line after this.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
/** @type {import("./function.ts").Tree} */
const TREE = JSON.parse("{}");

// What Python's `strip` removes; see contract/query.ts.
const SPACE =
	"\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";
const LONGEST_WORD = 40;
const MOST_DIGITS = 4300;
const LAST = -1;

/** @typedef {Record<string, { value: string }>} Headers */
/** @typedef {{ method: string, uri: string, headers: Headers, querystring: object, rawQueryString(): string | undefined }} ViewerRequest */

/** @param {string} method @param {number} statusCode @param {string} body @param {Record<string, string>} extra */
function answer(method, statusCode, body, extra) {
	/** @type {Headers} */
	const headers = {};
	const all = Object.assign({}, TREE.headers, extra);
	Object.keys(all).forEach((name) => {
		headers[name.toLowerCase()] = { value: all[name] || "" };
	});
	if (statusCode === 204) {
		delete headers["content-type"];
		return { statusCode, headers };
	}
	return { statusCode, headers, body: method === "HEAD" ? "" : body };
}

/** @param {string} method @param {number} statusCode @param {string} body */
function refuse(method, statusCode, body) {
	return answer(method, statusCode, body, TREE.errorCache);
}

/** @param {string} path */
function decodeUnreserved(path) {
	return path.replace(/%([0-9a-f]{2})/gi, (encoded, hex) => {
		const character = String.fromCharCode(parseInt(hex, 16));
		return /[\w.~-]/.test(character) ? character : encoded;
	});
}

/** @param {string} text */
function formDecode(text) {
	return text.replace(/\+/g, " ").replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
		try {
			return decodeURIComponent(run);
		} catch (_) {
			return "\ufffd";
		}
	});
}

/** The last value of each parameter that counts. @param {string} raw */
function parametersOf(raw) {
	/** @type {{ format?: string, name?: string, page?: string }} */
	const last = {};
	raw.split("&").forEach((field) => {
		const at = field.indexOf("=");
		const key = formDecode(at < 0 ? field : field.slice(0, at));
		if (key !== "format" && key !== "name" && key !== "page") return;
		last[key] = at < 0 ? "" : formDecode(field.slice(at + 1));
	});
	return last;
}

/** @param {string} text */
function strip(text) {
	let from = 0;
	let to = text.length;
	while (from < to && SPACE.indexOf(text.charAt(from)) >= 0) from++;
	while (to > from && SPACE.indexOf(text.charAt(to - 1)) >= 0) to--;
	return text.slice(from, to);
}

/** The page that is meant, LAST, or 0 for none. @param {string | undefined} raw */
function pageNumber(raw) {
	if (raw === undefined || raw === "") return 1;
	if (raw === "last") return LAST;
	const number = /^\+?([0-9]+)$/.exec(strip(raw));
	const digits = number === null ? "" : number[1] || "";
	const page = digits.length > MOST_DIGITS ? 0 : Number(digits);
	return page < 1e9 ? page : 0;
}

/**
 * The lone word of a name, "" if there is none. ASCII is cut as search/tokens.ts does it; any other
 * text is not folded, and so found only if it is a word letter by letter.
 * @param {string} name
 */
function loneWord(name) {
	if (/[\u0080-\uffff]/.test(name)) return name;
	const lower = name.toLowerCase();
	const runs =
		lower.match(/[a-z0-9]+(?:'+[a-z0-9]+)*/g) ||
		lower.match(/[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+/g) ||
		[];
	const word = (runs.length === 1 && runs[0]) || "";
	return (word.replace(/'/g, "") || word).slice(0, LONGEST_WORD);
}

/** See `wordKey` in contract/paths.ts. @param {string} word */
function keyOf(word) {
	return encodeURIComponent(word).replace(
		/%(..)|[^a-z0-9]/g,
		(c, hex) => `_${(hex || (c.codePointAt(0) || 0).toString(16)).toLowerCase()}`,
	);
}

/** How many pages a word has: 0 if none, -1 if the function was too small for the list. @param {string} key */
function pagesOf(key) {
	const lists = TREE.words;
	if (lists === null) return -1;
	const counts = Object.keys(lists);
	for (let i = 0; i < counts.length; i++) {
		const pages = counts[i] || "";
		if (` ${lists[pages]} `.indexOf(` ${key} `) >= 0) return Number(pages);
	}
	return 0;
}

/** @param {ViewerRequest} request */
function answerApi(request) {
	const method = request.method;
	if (decodeUnreserved(request.uri).replace(/\/$/, "") !== "/api/v1/instants") {
		return refuse(method, 404, TREE.notFound);
	}
	const asked = parametersOf(request.rawQueryString() || "");
	const format = asked.format;
	const folder = format === undefined ? TREE.folder : TREE.formatFolders[`format ${format}`];
	if (folder === undefined) return refuse(method, 404, TREE.notFound);
	if (method === "OPTIONS") return answer(method, 200, TREE.description, TREE.cache);
	if (method !== "GET" && method !== "HEAD") return notAllowed(method);

	const name = strip(asked.name || "");
	if (name.indexOf("\0") >= 0) return refuse(method, 400, TREE.nullCharacters);
	const key = keyOf(loneWord(name));
	const pages = name === "" ? TREE.listingPages : pagesOf(key);
	if (name !== "" && (key === "" || pages === 0)) return refuse(method, 404, TREE.notPrecomputed);

	let page = pageNumber(asked.page);
	if (page === LAST) page = pages;
	// Only the origin knows the last page of a word that is not on the list.
	if (page < 0) return refuse(method, 404, TREE.notPrecomputed);
	if (page === 0 || (pages > 0 && page > pages)) return refuse(method, 404, TREE.invalidPage);
	request.uri = `${folder}/${name === "" ? "page" : `name/w-${key}`}/${page}.json`;
	request.querystring = {};
	return request;
}

/** @param {string} method */
function notAllowed(method) {
	return refuse(method, 405, JSON.stringify({ detail: `Method "${method}" not allowed.` }));
}

/** @param {{ request: ViewerRequest }} event */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
	const request = event.request;
	const method = request.method;
	if (method === "OPTIONS" && request.headers["access-control-request-method"]) {
		return answer(method, 204, "", Object.assign({}, TREE.preflight, TREE.cache));
	}
	if (/^\/api(\/|$)/.test(decodeUnreserved(request.uri))) return answerApi(request);
	if (method !== "GET" && method !== "HEAD") return notAllowed(method);
	if (/\/$/.test(request.uri)) request.uri += "index.html";
	return request;
}
