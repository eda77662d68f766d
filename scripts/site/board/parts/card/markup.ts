/**
 * The markup of a card: a large dome, and everything else about a clip. The page fills in the clips that it
 * opens, and the build fills in slots for the template of clip pages.
 */
import { html, type Markup } from "../../../../pages/markup.ts";
import { dome, icon } from "../tile/markup.ts";

/** The texts of a card. */
export interface CardTexts {
	/** The dome's label, which screen readers read out. */
	readonly label: string | Markup;
	readonly name: string | Markup;
	readonly about: string | Markup;
	/** Missing if there is no clip. */
	readonly clip?: {
		readonly slug: string | Markup;
		/** The address of the clip's page; missing on that page. */
		readonly page?: string;
		readonly sound: string | Markup;
		readonly image: string | null;
		readonly time: string | Markup;
		/** The tags as list items. */
		readonly tags: Markup | readonly Markup[];
		/**
		 * The code for other sites, and the address of the frame; both are empty in a template. False if other sites
		 * cannot show clips.
		 */
		readonly embed: { readonly code: string; readonly url: string } | false;
	};
}

/** The themes of a frame, with their names. */
const THEMES = [
	["light", "Light"],
	["dark", "Dark"],
	["", "The reader’s"],
] as const;

/** A card. `language` is the language of the texts. */
export function card({ label, name, about, clip }: CardTexts, language: string): Markup {
	const href = clip?.page && html` href="${clip.page}"`;
	return html`<article class="card${clip ? "" : " absent"}" data-state="silent">
		<button class="push" type="button" aria-pressed="false" aria-label="${label}">${dome(clip?.image ?? null)}</button>
		<h2><a class="name"${href} lang="${language}" dir="auto">${name}</a></h2>
		${clip && transport(clip.time)}
		<p class="description" lang="${language}" dir="auto">${about}</p>
		${clip && actions(clip)}
	</article>`;
}

function transport(time: string | Markup): Markup {
	return html`<div class="transport">
			<button class="pause round" type="button" aria-label="Play">${icon("play")}</button>
			<input class="seek" type="range" aria-label="Position" min="0" max="1" step="any" value="0" disabled>
			<span class="time">${time}</span>
		</div>`;
}

function actions({ slug, sound, tags, embed }: NonNullable<CardTexts["clip"]>): Markup {
	return html`<ul class="tags" aria-label="Tags">${tags}</ul>
		<div class="clip-actions">
			<button class="share" type="button">${icon("share")}Share</button>
			<button class="favourite" type="button" aria-pressed="false">${icon("star")}Favourite</button>
			<a class="download" href="${sound}" download="${slug}.mp3">${icon("download")}Download</a>
			<button class="send" type="button">${icon("volume")}Send sound</button>
		</div>
		${
			embed &&
			html`<details class="embed">
			<summary>Embed</summary>
			<div class="themes" role="group" aria-label="Colours">${THEMES.map(([value, label]) => html`<button class="theme" type="button" value="${value}" aria-pressed="${String(value === "")}">${label}</button>`)}</div>
			<iframe inert title="How it looks"${embed.url && html` src="${embed.url}"`} width="320" height="220" loading="lazy"></iframe>
			<div class="code"><textarea rows="4" readonly aria-label="Code for other sites" spellcheck="false">${embed.code}</textarea><button class="copy-code" type="button">Copy</button></div>
		</details>`
		}`;
}
