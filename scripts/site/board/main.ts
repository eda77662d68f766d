/** The soundboard: connects the parts of the page. */
import type { Instant } from "../../contract/instant.ts";
import { PAGE_SIZE } from "../../contract/page-number.ts";
import { loadExtrasScript } from "./data/api.ts";
import { search } from "./data/catalogue.ts";
import { offersOfTag } from "./data/offers.ts";
import { startOffline } from "./offline/offline.ts";
import { isEmbedded, page } from "./page/page-elements.ts";
import { BuildReplaced } from "./page/scripts.ts";
import { completeLinks, SITE_ROOT } from "./page/site-root.ts";
import { connectSearchField } from "./parts/bar/search-field.ts";
import { Featured } from "./parts/featured/featured.ts";
import { keepFocus, moveInRow, moveWithArrows } from "./parts/keys/arrows.ts";
import { connectShortcuts } from "./parts/keys/shortcuts.ts";
import { tagBegunIn } from "./parts/listing/chips.ts";
import { connectControls, connectLayout, showControls } from "./parts/listing/controls.ts";
import { Feed } from "./parts/listing/feed.ts";
import { notify } from "./parts/messages/notice.ts";
import { showOutcome } from "./parts/messages/outcome.ts";
import { clipActions } from "./parts/sheet/clip-actions.ts";
import { closeFromOutside } from "./parts/sheet/dialog.ts";
import { Strip } from "./parts/strip/strip.ts";
import { onLongPress } from "./parts/tile/long-press.ts";
import {
	clipOf,
	isShownBy,
	makeTile,
	markFavourite,
	markProgress,
	markState,
	tilesOf,
} from "./parts/tile/tile.ts";
import { Player } from "./sound/player.ts";
import { connectVolume } from "./sound/volume.ts";
import { Favourites } from "./state/favourites.ts";
import { viewUrl } from "./state/view.ts";
import { type State, Viewer } from "./state/viewer.ts";

const offline = startOffline({
	isSilent: () => player.isSilent,
	stop: () => player.stopAll(),
});

const favourites = new Favourites(showFavourites);
const actions = clipActions(favourites, offline.persist);
const player = new Player({
	changed: (clip, state, hasEnded) => {
		for (const tile of tilesOf(clip.slug)) markState(tile, state, player.restartsOnPress(clip));
		strip.changed(clip, state, hasEnded);
		if (player.isSilent) offline.fellSilent();
	},
	progressed: (clip, fraction) => {
		for (const tile of tilesOf(clip.slug)) markProgress(tile, fraction);
		strip.progressed(clip, fraction);
	},
	failed: ({ name }) => {
		const why = navigator.onLine
			? "” could not be played."
			: "” is not saved on this device, and you are offline.";
		notify(["“", { name }, why]);
	},
});

const strip = new Strip(player, actions.about);

function newTile(clip: Instant, inPage?: HTMLLIElement): HTMLLIElement {
	favourites.update(clip);
	const tile = makeTile(clip, favourites.has(clip.slug), inPage);
	markState(tile, player.stateOf(clip), player.restartsOnPress(clip));
	return tile;
}

const feed = new Feed({
	makeTile: newTile,
	isShownBy,
	changed: () => {
		showMarks();
		viewer.notePlace();
	},
	failed: (error, retry) => {
		if (error instanceof BuildReplaced && viewer.renew()) return;
		notify(["More clips could not be loaded."], { label: "Try again", act: retry });
	},
});

/** Whether there is anything to mark, or to unmark. */
let areMarked = false;

/** Marks what can be said of the clips and tags besides what they are. */
async function mark(): Promise<void> {
	const { view, phase, results } = viewer.state;
	areMarked ||= view.name !== "" || view.tags.length > 0 || !navigator.onLine;
	if (!areMarked || phase !== "done") return;
	const { markChips, markTiles } = await loadExtrasScript();
	const tiles = [...page.board.querySelectorAll("[data-slug]")];
	const clips = tiles.flatMap((tile) => clipOf(tile) ?? []);
	markTiles(tiles, clips, viewer.state.view.name);
	markChips(page.tags, results?.count === clips.length ? clips : undefined);
}

const showMarks = (): void => {
	mark().catch(() => {});
};
addEventListener("online", showMarks);
addEventListener("offline", showMarks);

const featured = new Featured(newTile, favourites);

const searchField = connectSearchField({
	typed: (name) => viewer.searchFor(name),
	settled: () => viewer.settle(),
});

const viewer = new Viewer({
	favourites,
	search: (asked) => search(asked, offline.pageIsOf),
	tagMeant: (view) => offersOfTag(tagBegunIn(view)),
	changed: showState,
	searchField,
	feed,
	featured,
});

function showState(state: State): void {
	const { view, phase, results } = state;
	if (phase === "reading") {
		page.board.ariaBusy = "true";
		searchField.show(view.name);
		showControls(view);
	} else if (phase === "failed") feed.giveUp();
	page.board.classList.toggle("outdated", phase === "searching" || phase === "guessing");
	page.random.disabled = results?.count === 0;
	showOutcome(state, viewer, favourites);
	showMarks();
}

function showFavourites(isAsked: boolean): void {
	const { length } = favourites.clips;
	page.favouriteCount.textContent = length === 0 ? "" : String(length);
	for (const shown of document.querySelectorAll<HTMLElement>("[data-slug]")) {
		markFavourite(shown, favourites.has(shown.dataset.slug ?? ""));
	}
	offline.pin(favourites.clips, isAsked);
	viewer.favouritesChanged();
}

/** Plays a random clip of the current results. */
async function playRandom(): Promise<void> {
	const { results } = viewer.state;
	if (results === undefined) return;
	const place = Math.floor(Math.random() * results.count);
	const clip = (await results.page(Math.floor(place / PAGE_SIZE) + 1))[place % PAGE_SIZE];
	if (clip === undefined) return;
	if (player.stateOf(clip) === "silent") player.press(clip);
	else player.restart(clip);
}

const presses: Readonly<Record<string, (clip: Instant) => void>> = {
	...actions,
	push: (clip) => {
		viewer.settle();
		player.press(clip);
	},
};

for (const place of [page.featured, page.board, page.sheet]) {
	place.addEventListener("click", ({ target }) => {
		const button = (target as Element).closest("button, a");
		const clip = button === null ? undefined : clipOf(button);
		if (clip !== undefined) for (const name of button?.classList ?? []) presses[name]?.(clip);
	});
	onLongPress(place, (held) => {
		const clip = clipOf(held);
		if (clip !== undefined && place !== page.sheet) actions.about(clip);
	});
}

page.random.addEventListener("click", () =>
	playRandom().catch(() => notify(["This could not be loaded. Try again in a minute."])),
);
connectControls(viewer);
connectShortcuts({ player, viewer, searchNow: searchField.searchNow });
moveWithArrows(page.board);
moveInRow(page.tags);
page.showOptions.addEventListener("click", () => page.options.showModal());
for (const dialog of [page.sheet, page.options, page.keys]) closeFromOutside(dialog);
connectLayout();
keepFocus();

connectVolume((volume) => {
	player.volume = volume;
});

completeLinks();
showFavourites(false);
if (isEmbedded) await featured.showAlone();
else {
	feed.begin(viewUrl(SITE_ROOT, viewer.state.view) === SITE_ROOT);
	await viewer.start();
}
