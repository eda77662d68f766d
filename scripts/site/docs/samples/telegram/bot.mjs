/** Answers inline queries in Telegram (@yourbot drum) with the sounds of clips. */
const SITE = (process.env.INSTANTS_SITE ?? "http://localhost:3000").replace(/\/$/, "");
const { TELEGRAM_TOKEN, TELEGRAM_API = "https://api.telegram.org" } = process.env;

/** How long Telegram keeps a request for updates open, and how long we wait after a failure. */
const POLL_SECONDS = 50;
const PAUSE_SECONDS = 5;

/**
 * Calls a method of Telegram. https://core.telegram.org/bots/api#making-requests
 * @param {string} method
 * @param {object} parameters
 */
async function call(method, parameters) {
	const response = await fetch(`${TELEGRAM_API}/bot${TELEGRAM_TOKEN}/${method}`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(parameters),
	});
	if (response.status === 401 || response.status === 404) {
		console.error("Set TELEGRAM_TOKEN to the token that @BotFather gave you.");
		process.exit(1);
	}
	const { ok, result, description } = await response.json();
	if (!ok) throw new Error(`Telegram: ${method}: ${description}`);
	return result;
}

/** @param {{ id: string, query: string, offset: string }} inlineQuery its offset is a page number */
async function answer({ id, query, offset }) {
	const page = Number(offset || 1);
	const search = new URLSearchParams({ name: query, page: String(page) });
	const response = await fetch(`${SITE}/api/v1/instants/?${search}`);
	// There is no such page, or the text cannot be searched for.
	const isNothing = response.status === 404 || response.status === 400;
	if (!response.ok && !isNothing) throw new Error(`${response.url}: ${response.status}`);
	/** @type {{ results?: { name: string, sound: string }[], next?: string | null }} */
	const { results = [], next } = await response.json();
	await call("answerInlineQuery", {
		inline_query_id: id,
		results: results.map(({ name, sound }, i) => ({
			type: "audio",
			id: `${page}-${i}`,
			title: name,
			audio_url: sound,
		})),
		next_offset: next ? String(page + 1) : "",
		cache_time: 60,
	});
}

for (let offset = 0; ; ) {
	try {
		const allowed_updates = ["inline_query"];
		const updates = await call("getUpdates", { offset, timeout: POLL_SECONDS, allowed_updates });
		for (const { update_id, inline_query } of updates) {
			offset = update_id + 1;
			if (inline_query) answer(inline_query).catch(console.error);
		}
	} catch (error) {
		console.error(error);
		await new Promise((resolve) => setTimeout(resolve, PAUSE_SECONDS * 1000));
	}
}
