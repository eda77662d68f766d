/** The title, description and colours of a site, as its owner sets them. */

export interface SiteIdentity {
	readonly title: string;
	readonly description: string;
	/** The language of the title, the description and the names of clips, as a BCP 47 tag. */
	readonly language: string;
	/** Six hexadecimal digits, from which the colours of both themes are derived; undefined for the default. */
	readonly accent?: string | undefined;
	/** The licence of the catalogue: its name, or a sentence. */
	readonly license?: string | undefined;
}

/** Used where the owner sets nothing. */
export const DEFAULT_SITE: SiteIdentity = {
	title: "Instants",
	description: "A soundboard: find a clip, press its button and hear it right away.",
	language: "en",
};
