/** The fields of a clip, declared once, in the order in which every answer writes them. */

/** The kinds of fields, and the type of their values. */
interface Kinds {
	text: string;
	/** An absolute URL. */
	media: string;
	/** An absolute URL, or null if there is no file. */
	"media?": string | null;
	/** Absent if unknown. */
	number: number | undefined;
}

/** To add a field, start here. Code that must handle the new field will not compile until it does. */
export const FIELDS = {
	/** The text that people see and search for. */
	name: "text",
	/** Unique in the catalogue: `a-z`, `0-9`, `-` and `_`. */
	slug: "text",
	/** An MP3. */
	sound: "media",
	/** Six hexadecimal digits, in upper or lower case. */
	color: "text",
	image: "media?",
	/** May be empty. */
	description: "text",
	/** May be empty. */
	tags: "text",
	/** The length of the sound, in seconds. */
	duration: "number",
	/** The volume change that brings the sound to −18 LUFS, in dB. */
	gain: "number",
} as const satisfies Record<string, keyof Kinds>;

export type InstantField = keyof typeof FIELDS;

/** The fields of a kind. */
type FieldOf<K extends keyof Kinds> = {
	[F in InstantField]: (typeof FIELDS)[F] extends K ? F : never;
}[InstantField];

/** The fields that a clip may lack. */
type OptionalField = FieldOf<"number">;

/** One sound clip, as the API returns it. */
export type Instant = {
	readonly [F in Exclude<InstantField, OptionalField>]: Kinds[(typeof FIELDS)[F]];
} & { readonly [F in OptionalField]?: Kinds[(typeof FIELDS)[F]] };

export const INSTANT_FIELDS = Object.keys(FIELDS) as readonly InstantField[];

/** The characters of slugs. */
export const SLUG = /^[a-z0-9_-]+$/;
export const MAX_SLUG_LENGTH = 200;

/** The fields that hold a media URL, each with the folder of its files under `/media/`. */
export const MEDIA_FOLDERS = {
	sound: "sounds",
	image: "instants_images",
} as const satisfies {
	readonly [F in FieldOf<"media" | "media?">]: string;
};

export type MediaField = keyof typeof MEDIA_FOLDERS;

export type MediaFolder = (typeof MEDIA_FOLDERS)[MediaField];

export const MEDIA_FIELDS = Object.keys(MEDIA_FOLDERS) as readonly MediaField[];

/** A clip whose media fields hold something other than URLs. */
type WithMedia<M> = Omit<Instant, MediaField> & {
	readonly [F in MediaField]: M | Extract<Instant[F], null>;
};

/** The clip with new URLs for its media. */
export function withMedia<M>(
	clip: WithMedia<M>,
	urlOf: (media: M, field: MediaField) => string,
): Instant {
	const changed: Record<string, unknown> = { ...clip };
	for (const field of MEDIA_FIELDS) {
		const media = clip[field];
		if (media !== null) changed[field] = urlOf(media, field);
	}
	return changed as Instant;
}
