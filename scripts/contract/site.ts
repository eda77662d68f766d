/** What a site calls itself, wherever people or programs read its name. */

export interface SiteIdentity {
	readonly title: string;
	readonly description: string;
	/** The language of the title, the description and the names of clips, as a BCP 47 tag. */
	readonly language: string;
	/** Six hexadecimal digits, from which the colours of both themes are made; undefined for ours. */
	readonly accent?: string | undefined;
	/** What others may do with the catalogue, such as the name of a licence. */
	readonly license?: string | undefined;
}

/** A site whose owner says nothing else. */
export const DEFAULT_SITE: SiteIdentity = {
	title: "Instants",
	description: "A soundboard: find a clip, press its button and hear it right away.",
	language: "en",
};
