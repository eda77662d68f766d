/** Removes what a site or a program has added to the name of a downloaded file, since names and slugs stay for ever. */

/** The name of a file without its ending, ready to be made into a title. */
export interface DownloadedName {
	readonly title: string;
	/** Names who made the sound, if the site wants that. */
	readonly credit?: string;
}

/** @param file the last part of a path */
export function downloadedName(file: string): DownloadedName {
	const stem = decoded(file.replace(/\.[^.]*$/, ""));
	return fromFreesound(stem) ?? { title: withoutSuffix(withoutVideoId(withoutHost(stem))) };
}

/** Decodes percent-escapes, which browsers leave in the names of saved files. */
function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** `387533__soundholder__drum-roll`. Most licences of Freesound ask for credit. https://freesound.org/help/faq/#licenses */
function fromFreesound(stem: string): DownloadedName | undefined {
	const [id = "", user = "", ...rest] = stem.split("__");
	const title = rest.join("__");
	if (!/^\d+$/.test(id) || user === "" || title === "") return undefined;
	return { title, credit: `By ${user}, https://freesound.org/s/${id}/` };
}

/** `y2mate.com - ` and `[SPOTIFYDOWN.COM] `. Only with known endings, since `Dr.Dre - ` is a name. */
const HOST =
	/^(?:[a-z\d-]+\.)+(?:app|biz|cc|co|com|guru|info|io|mobi|net|nu|online|org|site|to|tv|xyz)\s*[-_–—|][-_–—|\s]*|^\[(?:[a-z\d-]+\.)+[a-z]{2,}\][-_–—|\s]*/i;

/** A title without the host that it came from. */
export function withoutHost(title: string): string {
	return title.replace(HOST, "") || title;
}

/** yt-dlp adds ` [ID]`, and youtube-dl `-ID`. https://github.com/yt-dlp/yt-dlp#output-template */
function withoutVideoId(stem: string): string {
	const [added, bracketed, joined = ""] = /\[([\w-]{11})\]$|-([\w-]{11})$/.exec(stem) ?? [];
	const isId = bracketed === undefined ? isMixed(joined) : !ONE_WORD.test(bracketed);
	return (added && isId && stem.slice(0, -added.length)) || stem;
}

/** `[PERFORMANCE]`, for example, has as many letters as an ID. */
const ONE_WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/;

/** Whether a text goes from words to capitals to digits more often than `SpongeBob02` does. */
function isMixed(text: string): boolean {
	const runs = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
	return runs.length > 4 && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

/** Django adds `_KT89XIq` to the name of an uploaded file if another has that name. https://docs.djangoproject.com/en/stable/ref/files/storage/#django.core.files.storage.Storage.get_alternative_name */
function withoutSuffix(stem: string): string {
	const [suffix = "", text = ""] = /_([A-Za-z\d]{7})$/.exec(stem) ?? [];
	const isWord = /^\d+$|^[A-Z]?[a-z]+$|^[A-Z]+$/.test(text);
	return suffix === "" || isWord ? stem : stem.slice(0, -suffix.length);
}
