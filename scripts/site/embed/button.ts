/**
 * `<instants-button slug="boom">`: a clip of this site as a button on any page. The content of the element,
 * preferably a link, is shown until the clip has loaded, or if this module does not load.
 */

import { type Instant, SLUG } from "../../contract/instant.ts";
import { type ClipEmbed, clipEmbedPath } from "../../pages/clip-embed.ts";
import { levelOf } from "../board/sound/player.ts";
import style from "./button.css" with { type: "text" };

/** The folder of this module, with a trailing slash. */
const SITE = new URL(".", import.meta.url).href;

const UNKNOWN = "This clip is not available.";
const REMOVED = "This clip was removed.";
const UNREACHABLE = "This clip could not be loaded.";
const UNPLAYABLE = "This clip could not be played.";

/** A page's CSP would have to allow `style` elements, but does not have to allow a constructed sheet. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);

class InstantsButton extends HTMLElement {
	static readonly observedAttributes = ["slug", "site"];
	readonly #root = this.attachShadow({ mode: "open", delegatesFocus: true });
	readonly #button = document.createElement("button");
	readonly #dome = document.createElement("span");
	readonly #label = document.createElement("span");
	readonly #audio = new Audio();
	/** Aborts the request for a clip when a different clip is wanted. */
	#wanted = new AbortController();
	/** Undefined until it is loaded. */
	#clip: Instant | undefined;

	constructor() {
		super();
		this.#root.adoptedStyleSheets = [sheet];
		this.#root.append(document.createElement("slot"));
		this.#dome.className = "dome";
		this.#dome.part.add("dome");
		this.#label.dir = "auto";
		this.#button.type = "button";
		this.#button.part.add("button");
		this.#button.append(this.#dome, this.#label);
		this.#button.addEventListener("click", () => this.#press());
		this.#audio.preload = "none";
		for (const event of ["play", "pause", "ended", "emptied"]) {
			this.#audio.addEventListener(event, () => this.#showState());
		}
	}

	connectedCallback(): void {
		this.#load();
	}

	disconnectedCallback(): void {
		this.#wanted.abort();
		this.#audio.pause();
	}

	attributeChangedCallback(): void {
		this.#load();
	}

	/**
	 * Requests the clip; only once if several things change at the same time, such as attributes and the connection
	 * to the page.
	 */
	async #load(): Promise<void> {
		this.#wanted.abort();
		this.#wanted = new AbortController();
		const { signal } = this.#wanted;
		this.#audio.pause();
		await undefined;
		if (signal.aborted || !this.isConnected) return;
		try {
			const clip = await this.#wantedClip(signal);
			if (signal.aborted) return;
			this.#offer(clip);
		} catch {
			if (!signal.aborted) this.#offer(UNREACHABLE);
		}
	}

	/**
	 * The clip, with media URLs on its own site, or a text that says why there is none. Throws if the site does not
	 * answer.
	 */
	async #wantedClip(signal: AbortSignal): Promise<Instant | string> {
		const slug = this.getAttribute("slug") ?? "";
		if (!SLUG.test(slug)) return UNKNOWN;
		const root = (this.getAttribute("site") ?? SITE).replace(/\/?$/, "/");
		const site = new URL(root, document.baseURI).href;
		const response = await fetch(new URL(clipEmbedPath(slug).slice(1), site), { signal });
		if (response.status === 404) return UNKNOWN;
		if (response.status === 410) return REMOVED;
		const { clip, provider_url: home }: ClipEmbed = await response.json();
		// If a mirror's host runs no code, the response still contains the original site's URLs.
		const onThisSite = (url: string): string =>
			url.startsWith(home) ? site + url.slice(home.length) : url;
		return { ...clip, sound: onThisSite(clip.sound), image: clip.image && onThisSite(clip.image) };
	}

	/** Shows the clip, or says why there is none. */
	#offer(offered: Instant | string): void {
		const clip = typeof offered === "string" ? undefined : offered;
		this.#clip = clip;
		this.#dome.replaceChildren(...pictureOf(clip));
		this.#label.textContent = clip?.name ?? String(offered);
		this.#button.disabled = offered === UNKNOWN || offered === REMOVED;
		this.#button.removeAttribute("aria-pressed");
		if (!this.#button.isConnected) this.#root.replaceChildren(this.#button);
		if (clip === undefined) return;
		this.#button.style.setProperty("--colour", `#${clip.color}`);
		this.#audio.src = clip.sound;
		this.#audio.volume = levelOf(clip);
		this.#showState();
	}

	/** Plays or stops the clip. After a failure, tries again. */
	#press(): void {
		if (this.#clip === undefined) {
			this.#load();
			return;
		}
		if (!this.#audio.paused) {
			this.#audio.pause();
			return;
		}
		this.#label.textContent = this.#clip.name;
		if (this.#audio.error !== null) this.#audio.load();
		this.#audio.currentTime = 0;
		this.#audio.play().catch((error: unknown) => {
			// The visitor stopped the clip before it began.
			if (error instanceof DOMException && error.name === "AbortError") return;
			this.#audio.pause();
			this.#label.textContent = UNPLAYABLE;
		});
	}

	#showState(): void {
		this.#button.ariaPressed = String(!this.#audio.paused && !this.#audio.ended);
	}
}

function pictureOf(clip: Instant | undefined): HTMLImageElement[] {
	if (!clip?.image) return [];
	const picture = new Image();
	picture.alt = "";
	picture.addEventListener("error", () => picture.remove());
	picture.src = clip.image;
	return [picture];
}

// Another site's module may have defined the element. It also plays our clips, since buttons name their site.
if (customElements.get("instants-button") === undefined)
	customElements.define("instants-button", InstantsButton);
