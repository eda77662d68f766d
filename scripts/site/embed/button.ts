/**
 * `<instants-button slug="boom">`: a clip of this site as a button on any page. The content of the element, best a
 * link, shows until the clip has loaded, and where this module does not load.
 */
import { type ClipEmbed, clipEmbedPath } from "../../contract/clip-embed.ts";
import { type Instant, SLUG } from "../../contract/instant.ts";
import { levelOf } from "../board/sound/player.ts";
import { STYLE } from "./style.ts";

/** With a trailing slash. */
const SITE = new URL(".", import.meta.url).href;

const UNKNOWN = "This clip is not available.";
const UNREACHABLE = "This clip could not be loaded.";
const UNPLAYABLE = "This clip could not be played.";

/** The sheet needs no permission of a page, as a style element would. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

class InstantsButton extends HTMLElement {
	static readonly observedAttributes = ["slug"];
	readonly #root = this.attachShadow({ mode: "open", delegatesFocus: true });
	readonly #button = document.createElement("button");
	readonly #audio = new Audio();
	/** Aborts the request for a slug when another one is wanted. */
	#wanted = new AbortController();

	constructor() {
		super();
		this.#root.adoptedStyleSheets = [sheet];
		this.#root.append(document.createElement("slot"));
		this.#button.type = "button";
		this.#button.part.add("button");
		this.#button.addEventListener("click", () => this.#press());
		this.#audio.preload = "none";
		for (const event of ["play", "pause", "ended", "emptied"]) {
			this.#audio.addEventListener(event, () => this.#showState());
		}
	}

	connectedCallback(): void {
		this.#show();
	}

	disconnectedCallback(): void {
		this.#wanted.abort();
		this.#audio.pause();
	}

	attributeChangedCallback(): void {
		if (this.isConnected) this.#show();
	}

	async #show(): Promise<void> {
		this.#wanted.abort();
		this.#wanted = new AbortController();
		const { signal } = this.#wanted;
		this.#audio.pause();
		try {
			const clip = await clipOf(this.getAttribute("slug") ?? "", signal);
			if (signal.aborted) return;
			if (clip === undefined) this.#refuse(UNKNOWN);
			else this.#offer(clip);
		} catch {
			if (!signal.aborted) this.#refuse(UNREACHABLE);
		}
	}

	#offer(clip: Instant): void {
		this.#audio.src = clip.sound;
		this.#audio.volume = levelOf(clip);
		this.#button.disabled = false;
		this.#button.style.setProperty("--colour", `#${clip.color}`);
		this.#fill(clip.name, clip.image);
		this.#showState();
	}

	/** Says why there is nothing to press. */
	#refuse(why: string): void {
		this.#button.disabled = true;
		this.#button.removeAttribute("aria-pressed");
		this.#fill(why, null);
	}

	#fill(text: string, image: string | null): void {
		const dome = document.createElement("span");
		dome.className = "dome";
		dome.part.add("dome");
		if (image !== null) {
			const picture = new Image();
			picture.alt = "";
			picture.addEventListener("error", () => picture.remove());
			picture.src = image;
			dome.append(picture);
		}
		const label = document.createElement("span");
		label.dir = "auto";
		label.textContent = text;
		this.#button.replaceChildren(dome, label);
		this.#root.replaceChildren(this.#button);
	}

	/** Plays, or stops what plays. */
	#press(): void {
		if (!this.#audio.paused) {
			this.#audio.pause();
			return;
		}
		this.#audio.currentTime = 0;
		this.#audio.play().catch((error: unknown) => {
			// It was stopped before it began.
			if (!(error instanceof DOMException && error.name === "AbortError")) this.#refuse(UNPLAYABLE);
		});
	}

	#showState(): void {
		this.#button.ariaPressed = String(!this.#audio.paused && !this.#audio.ended);
	}
}

/** The clip with a slug, with its media on this site; undefined if there is none. Throws if nobody answers. */
async function clipOf(slug: string, signal: AbortSignal): Promise<Instant | undefined> {
	if (!SLUG.test(slug)) return undefined;
	const response = await fetch(new URL(clipEmbedPath(slug).slice(1), SITE), { signal });
	if (response.status === 404 || response.status === 410) return undefined;
	const { clip, provider_url: home }: ClipEmbed = await response.json();
	// A mirror without code has what the original wrote.
	const here = (url: string): string =>
		url.startsWith(home) ? SITE + url.slice(home.length) : url;
	return { ...clip, sound: here(clip.sound), image: clip.image && here(clip.image) };
}

customElements.define("instants-button", InstantsButton);
