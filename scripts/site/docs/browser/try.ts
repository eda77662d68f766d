/** Sends the request of the form, and shows it with its answer as text. */

function element<T extends HTMLElement>(id: string): T {
	const found = document.getElementById(id);
	if (found === null) throw new Error(`the page has no #${id}`);
	return found as T;
}

/** The URL that the fields describe; empty fields are left out. */
function requestUrl(form: HTMLFormElement): URL {
	const url = new URL(form.getAttribute("action") ?? "", location.href);
	for (const [name, value] of new FormData(form)) {
		if (value !== "") url.searchParams.append(name, String(value));
	}
	return url;
}

/** Text as one word of a shell command. Between single quotes, only the quote itself is special. */
function shellWord(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A host that runs no code answers with its own page. */
function isOfTheApi(response: Response): boolean {
	const type = response.headers.get("Content-Type") ?? "";
	return response.status === 304 || type.startsWith("application/json");
}

function pretty(text: string): string {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

function show(id: string, text: string): void {
	element(id).textContent = text;
}

/** Sends a request and shows the answer, unless a newer request was sent meanwhile. */
async function send(url: URL, isCurrent: () => boolean): Promise<void> {
	show("request-url", `GET ${url.href}`);
	show("request-curl", `curl -i ${shellWord(url.href)}`);
	show("status", "Waiting …");
	element("no-queries").hidden = true;
	element("answer").hidden = false;
	try {
		const response = await fetch(url);
		const body = await response.text();
		if (!isCurrent()) return;
		const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
		show("status", `Status ${response.status} ${response.statusText}`.trim());
		show("answer-headers", headers.join("\n"));
		show("answer-body", pretty(body));
		element("no-queries").hidden = isOfTheApi(response);
	} catch (error) {
		if (!isCurrent()) return;
		show("status", `No answer: ${error instanceof Error ? error.message : error}`);
		show("answer-headers", "");
		show("answer-body", "");
	}
}

export function answerForm(): void {
	const form = element<HTMLFormElement>("request");
	let sent = 0;
	const request = (url: URL): void => {
		const number = ++sent;
		void send(url, () => number === sent);
	};
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		request(requestUrl(form));
	});
	element<HTMLAnchorElement>("file-link").addEventListener("click", (event) => {
		event.preventDefault();
		request(new URL(element<HTMLAnchorElement>("file-link").href));
	});
}
