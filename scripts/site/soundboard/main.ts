/** The soundboard: connects the parts of the page. */
import type { Instant } from "../../contract/instant.ts";
import { BuildReplaced } from "./api.ts";
import { HAS_CLIP_PAGES } from "./build-facts.ts";
import { allClips, search } from "./catalogue.ts";
import { recall, remember } from "./device.ts";
import { Favourites } from "./favourites.ts";
import { connectFavouriteFiles } from "./favourites-file.ts";
import { Featured } from "./featured.ts";
import { Feed } from "./feed.ts";
import { moveWithArrows } from "./keyboard.ts";
import { notify } from "./notice.ts";
import { startOffline } from "./offline.ts";
import { page } from "./page-elements.ts";
import { Player } from "./player.ts";
import { clipUrl, share } from "./share.ts";
import { connectShortcuts } from "./shortcuts.ts";
import { SITE_ROOT } from "./site-root.ts";
import { clipOf, makeTile, markFavourite, markProgress, markState, tilesOf } from "./tile.ts";
import { Viewer } from "./viewer.ts";

const offline = startOffline({ isSilent: () => player.sounding === 0 });

const favourites = new Favourites(showFavourites);
const player = new Player({
	changed: (clip, state) => {
		for (const tile of tilesOf(clip.slug)) markState(tile, state);
		const { sounding } = player;
		page.stop.hidden = sounding === 0;
		page.stopWords.textContent = sounding > 1 ? `Stop all ${sounding}` : "Stop";
		if (sounding === 0) offline.fellSilent();
	},
	progressed: ({ slug }, fraction) => {
		for (const tile of tilesOf(slug)) markProgress(tile, fraction);
	},
	failed: ({ name }) => {
		const why = navigator.onLine
			? "” could not be played."
			: "” is not saved on this device, and you are offline.";
		notify(["“", { name }, why]);
	},
});

function newTile(clip: Instant): HTMLLIElement {
	favourites.update(clip);
	const tile = makeTile(clip, favourites.has(clip.slug));
	markState(tile, player.stateOf(clip));
	return tile;
}

const feed = new Feed({
	makeTile: newTile,
	changed: () => viewer.notePlace(),
	failed: (error, retry) => {
		if (error instanceof BuildReplaced && viewer.renew()) return;
		notify(["More clips could not be loaded."], { label: "Try again", act: retry });
	},
});

const viewer = new Viewer({
	feed,
	favourites,
	featured: new Featured(newTile),
	search: (asked) => search(asked, offline.pageIsOf),
});

function showFavourites(isAsked: boolean): void {
	const { length } = favourites.clips;
	page.favouriteCount.textContent = String(length);
	page.exportFavourites.disabled = length === 0;
	for (const tile of document.querySelectorAll<HTMLElement>(".clip[data-slug]")) {
		markFavourite(tile, favourites.has(tile.dataset.slug ?? ""));
	}
	offline.pin(favourites.clips, isAsked);
	viewer.favouritesChanged();
}

function toggleFavourite(clip: Instant): void {
	const isFavourite = !favourites.has(clip.slug);
	const isKept = favourites.set([clip], isFavourite);
	if (isFavourite) offline.persist();
	if (!isKept) notify(["This browser does not allow the page to save favourites."]);
	else if (isFavourite)
		notify(["“", { name: clip.name }, "” was added to your favourites and stays on this device."]);
}

async function shareClip(clip: Instant): Promise<void> {
	const url = clipUrl(SITE_ROOT, clip.slug, HAS_CLIP_PAGES);
	const how = await share(clip.name, url);
	if (how === "copied") notify(["Link to “", { name: clip.name }, "” copied."]);
	if (how === "impossible") notify(["Link: ", { name: url }]);
}

function pressed({ target }: Event): void {
	const button = (target as Element).closest("button");
	const clip = button === null ? undefined : clipOf(button);
	if (button === null || clip === undefined) return;
	if (button.classList.contains("push")) {
		viewer.settle();
		player.toggle(clip);
	} else if (button.classList.contains("favourite")) toggleFavourite(clip);
	else shareClip(clip);
}

for (const place of [page.featured, page.board]) place.addEventListener("click", pressed);

page.stop.addEventListener("click", () => player.stopAll());
connectShortcuts({ player, viewer });
moveWithArrows(page.board);
connectFavouriteFiles(favourites, () => viewer.refresh());

const MAX_VOLUME = 100;
const volume = recall("volume");
if (typeof volume === "number" && volume >= 0 && volume <= MAX_VOLUME)
	page.volume.value = String(volume);
const setVolume = (): void => {
	player.volume = page.volume.valueAsNumber / MAX_VOLUME;
};
page.volume.addEventListener("input", () => {
	setVolume();
	remember("volume", page.volume.valueAsNumber);
});
setVolume();

// By the time that something is typed, a small catalogue is there.
page.search.addEventListener("focus", () => allClips().catch(() => {}), { once: true });

showFavourites(false);
await viewer.start();
