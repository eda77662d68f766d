/** What a clip is: its fields, declared once, in the order in which every answer writes them. */

/** What the kinds of fields hold. */
interface Kinds {
	text: string;
	/** A complete URL. */
	media: string;
	/** A complete URL; null when there is no such file. */
	"optional media": string | null;
}

/** Adding a field starts here: whatever must know about it then fails to compile until it does. */
const FIELDS = {
	/** What people see and search for. */
	name: "text",
	/** Unique in the catalogue: `a-z`, `0-9`, `-` and `_`. */
	slug: "text",
	/** An MP3. */
	sound: "media",
	/** Six hexadecimal digits, in the case the owner wrote them. */
	color: "text",
	image: "optional media",
	/** May be empty. */
	description: "text",
	/** May be empty. */
	tags: "text",
} as const satisfies Record<string, keyof Kinds>;

export type InstantField = keyof typeof FIELDS;

/** One sound clip, as the API shows it. */
export type Instant = { readonly [F in InstantField]: Kinds[(typeof FIELDS)[F]] };

/** The names of the fields, in order. */
export const INSTANT_FIELDS = Object.keys(FIELDS) as readonly InstantField[];

/** The fields that hold the URL of a file, each with the folder of those files under `/media/`. */
export const MEDIA_FOLDERS = {
	sound: "sounds",
	image: "instants_images",
} as const satisfies {
	readonly [F in InstantField as (typeof FIELDS)[F] extends "text" ? never : F]: string;
};

/** A field that holds the URL of a file. */
export type MediaField = keyof typeof MEDIA_FOLDERS;

/** A folder of files under `/media/`. */
export type MediaFolder = (typeof MEDIA_FOLDERS)[MediaField];

/** The clip with the URL of each of its files changed. */
export function withMedia(
	instant: Instant,
	change: (url: string, field: MediaField) => string,
): Instant {
	const { sound, image } = instant;
	return {
		...instant,
		sound: change(sound, "sound"),
		image: image === null ? null : change(image, "image"),
	};
}
