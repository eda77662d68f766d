/** The soundboard: connects the parts of the page. */
import type { Instant } from "../../contract/instant.ts";
import { ask, askForClip, loadExtrasScript } from "./data/api.ts";
import { startOffline } from "./offline/offline.ts";
import { afterFrame } from "./page/after-frame.ts";
import { recall } from "./page/device.ts";
import { facts, isEmbedded, page } from "./page/page-elements.ts";
import { BuildReplaced, loadScript } from "./page/scripts.ts";
import { completeLinks, SITE_ROOT } from "./page/site-root.ts";
import { parsed } from "./page/trusted.ts";
import { connectSearchField } from "./parts/bar/search-field.ts";
import type { Cards } from "./parts/card/cards.ts";
import { keepFocus, moveWithArrows } from "./parts/keys/arrows.ts";
import { connectShortcuts } from "./parts/keys/shortcuts.ts";
import {
	connectControls,
	connectOptions,
	showControls,
	tagBegunBy,
} from "./parts/listing/controls.ts";
import { Feed } from "./parts/listing/feed.ts";
import { notify, UNDOABLE_MS } from "./parts/messages/notice.ts";
import { showOutcome } from "./parts/messages/outcome.ts";
import type { Pads } from "./parts/pads/pads.ts";
import { playRandom } from "./parts/recent/random.ts";
import { Recent } from "./parts/recent/recent.ts";
import { connectDialog, isDialogOpen, openDialog } from "./parts/sheet/dialog.ts";
import { Strip } from "./parts/strip/strip.ts";
import { REMOVED } from "./parts/tile/markup.ts";
import { connectDomes } from "./parts/tile/press.ts";
import {
	bindClip,
	clipOf,
	makeTile,
	markFavourite,
	markProgress,
	markState,
	viewsOf,
} from "./parts/tile/tile.ts";
import { Player, savesData } from "./sound/player.ts";
import { connectVolume } from "./sound/volume.ts";
import { Favourites } from "./state/favourites.ts";
import { clipUrl, isBoard, isHome, type View, viewUrl } from "./state/view.ts";
import { type State, Viewer } from "./state/viewer.ts";

const offline = startOffline({
	isSilent: () => player.isSilent,
	stop: () => player.stopAll(),
});

const favourites = new Favourites(showFavourites);
const player = new Player({
	changed: (clip, state, hasEnded) => {
		const mark = (): void => {
			for (const view of viewsOf(clip.slug)) markView(view, clip);
		};
		const list = (): void => {
			// Otherwise, a later change has been listed.
			if (player.stateOf(clip) === state) strip.changed(clip, state, hasEnded);
			mark();
		};
		// The tile is marked first: if the strip were laid out with it, slow devices would respond later.
		mark();
		if (state === "loading") afterFrame(list);
		else list();
		if (state === "playing") {
			offline.keepPicture(clip);
			// Frames on other sites store nothing.
			if (!isEmbedded) recent.played(clip);
		}
		if (player.isSilent) offline.fellSilent();
	},
	progressed: (clip, progress) => {
		for (const view of viewsOf(clip.slug)) markProgress(view, progress);
	},
	failed: ({ name }) => {
		const why = navigator.onLine
			? "” could not be played."
			: "” is not saved on this device, and you are offline.";
		notify(["“", { name }, why]);
	},
});

const strip = new Strip(player);

/** Shows whether a clip is playing, how far it has played, and whether it is a favourite. */
function markView(view: HTMLElement, clip: Instant): void {
	markState(view, player.stateOf(clip), player.restartsOnPress(clip));
	markProgress(view, player.progressOf(clip));
	markFavourite(view, favourites.has(clip.slug));
}

function newTile(clip: Instant, inPage?: HTMLLIElement): HTMLLIElement {
	// Only a removed clip on a board has no sound.
	if (clip.sound === "") return parsed(REMOVED, HTMLLIElement);
	favourites.update(clip);
	return markedTile(clip, inPage);
}

function markedTile(clip: Instant, inPage?: HTMLLIElement): HTMLLIElement {
	const tile = makeTile(clip, inPage);
	markView(tile, clip);
	return tile;
}

const recent = new Recent((clip) => markedTile(clip));

const feed = new Feed({
	makeTile: newTile,
	mark: (tile) => {
		const clip = clipOf(tile);
		if (clip !== undefined) markView(tile as HTMLElement, clip);
	},
	changed: () => {
		showMarks();
		pads?.mark();
		viewer.notePlace();
	},
	moved: showMarks,
	lookedAt: () => {
		const tile = page.board.querySelector("[data-slug]");
		const first = tile && clipOf(tile);
		// Enter would play the clip; on touch screens, it would close the keyboard.
		const isByKey = document.activeElement === page.search && matchMedia("(hover: hover)").matches;
		if (isByKey && page.search.value !== "" && first) player.prepare(first);
	},
	failed: (error, retry) => {
		if (error instanceof BuildReplaced && viewer.renew()) return;
		notify(["More clips could not be loaded."], { label: "Try again", act: retry });
	},
});

/** Undefined until the script is loaded: the front page shows no card at first. */
let cards: Cards | undefined;

/** Throws Unreachable or BuildReplaced. */
async function loadCards(): Promise<Cards> {
	const { Cards } = await loadScript<typeof import("./parts/card/cards.ts")>(facts.cardScript);
	cards ??= new Cards({
		...{ ask, askForClip, bindClip, notify, openDialog, parsed, mark: markView },
		makeTile: (clip) => newTile(clip),
		closed: () => viewer.leaveClip(),
	});
	return cards;
}

/** Shows the clip that a view names, and hides the previous one. Throws Unreachable or BuildReplaced. */
async function showCard(view: View, wanted: AbortSignal): Promise<void> {
	const isWanted = view.isClipPage || view.clip !== undefined;
	const shown = isWanted ? await loadCards() : cards;
	if (!wanted.aborted) await shown?.show(view, wanted);
}

/** Undefined until the script is loaded: the front page shows no board with keys at first. */
let pads: Pads | undefined;

/** Throws Unreachable or BuildReplaced. */
async function loadPads(): Promise<void> {
	const { Pads } = await loadScript<typeof import("./parts/pads/pads.ts")>(facts.padsScript);
	pads ??= new Pads({
		...{ player, favourites, clipOf, connectDialog, isDialogOpen, notify, openDialog },
		parsed,
		remove: (clip) => {
			if (favourites.has(clip.slug)) toggleFavourite(clip);
			return viewer.showAgain();
		},
	});
}

/** Loads the parts that a view shows besides its clips. Throws Unreachable or BuildReplaced. */
async function prepare(view: View, wanted: AbortSignal): Promise<void> {
	// Without the script for boards, the clips can still be played.
	if (isBoard(view)) await loadPads().catch((error) => console.warn(`instants: ${error}`));
	await showCard(view, wanted);
}

/** Whether there is anything to mark, or to unmark. */
let areMarked = false;

/** Marks search matches, tags without clips, and stored clips. */
async function mark(): Promise<void> {
	const { view, phase, results } = viewer.state;
	areMarked ||= view.name !== "" || view.tags.length > 0 || !navigator.onLine;
	if (!areMarked || phase !== "done") return;
	const { markChips, markTiles } = await loadExtrasScript();
	const { items } = feed;
	// Only those in the page: Firefox paints no mark if any is of text outside it.
	const tiles = [...page.board.querySelectorAll("[data-slug]")];
	const clipsOf = (of: readonly Element[]): Instant[] => of.flatMap((tile) => clipOf(tile) ?? []);
	markTiles(tiles, clipsOf(tiles), view.name);
	const heading = items.findIndex((it) => it.matches(".heading"));
	const found = clipsOf(heading < 0 ? items : items.slice(0, heading));
	markChips(page.tags, results?.count === found.length ? found : undefined);
}

function showMarks(): void {
	mark().catch(() => {});
}
addEventListener("online", showMarks);
addEventListener("offline", showMarks);

const searchField = connectSearchField(
	(name) => viewer.searchFor(name).finally(showAge),
	() => viewer.settle(),
);

const viewer = new Viewer({
	...{ favourites, tagBegunBy, prepare, searchField, feed },
	changed: showState,
});

function showState(state: State): void {
	const { view, phase, results } = state;
	if (phase === "reading") {
		page.board.ariaBusy = "true";
		searchField.show(view.name);
		showControls(view);
	} else if (phase === "failed") feed.giveUp();
	showAge();
	page.random.disabled = !results?.count;
	showOutcome(state, viewer, favourites);
	showMarks();
	pads?.show(state);
}

/** How long a board that shows other results stays bright. */
const DIMMED_MS = 150;

let dimming: ReturnType<typeof setTimeout> | undefined;

/** Dims a board that does not show, or does not yet show, the results for the text in the field. */
function showAge(): void {
	const { view, phase, results } = viewer.state;
	const isRead = phase === "done" || phase === "failed";
	const isSearch = view.name.trim() !== "" || view.tags.length > 0;
	// Before the first answer, the page shows the view of all clips.
	const isOther = !isRead && (isSearch || results !== undefined);
	const isTyped = page.search.value.trim() !== view.name.trim();
	if (isOther || isTyped)
		dimming ??= setTimeout(() => page.board.classList.add("outdated"), DIMMED_MS);
	else {
		clearTimeout(dimming);
		dimming = undefined;
		page.board.classList.remove("outdated");
	}
	if (isTyped || (isRead && !isHome(view))) recent.leave();
	else if (isRead) recent.arrive();
}
page.search.addEventListener("input", showAge);

function showFavourites(isAsked?: boolean, isElsewhere?: boolean): void {
	page.favouriteCount.textContent = String(favourites.clips.length || "");
	for (const shown of document.querySelectorAll<HTMLElement>("[data-slug]")) {
		markFavourite(shown, favourites.has(shown.dataset.slug ?? ""));
	}
	offline.pin(favourites.clips, isAsked);
	viewer.favouritesChanged(isElsewhere);
}

/** Opens the card of a clip over the board. */
function openCard(clip: Instant): void {
	loadCards().then((it) => it.open(clip), sayUnreachable);
}

/** How long after the first view sounds are requested at the latest: busy machines are hardly ever idle. */
const WARMED_MS = 5000;

/** Requests the sounds that are likely to be played before anyone presses them. */
function warm(): void {
	const clips = savesData() ? [] : [...recent.clips, ...favourites.clips];
	if (clips.length === 0) return;
	loadExtrasScript()
		.then(({ warmAll }) => warmAll(clips, player))
		.catch((error) => console.warn(`instants: ${error}`));
}

const { mediaDevices } = navigator;
const canDirect = "setSinkId" in Audio.prototype && !!mediaDevices;
let outputs: Promise<void> | undefined;

/** Lets the visitor choose the device that sounds play through. */
function loadOutputs(): void {
	outputs ??= loadScript<typeof import("./parts/outputs/outputs.ts")>(facts.outputsScript).then(
		({ connectOutputs }) => connectOutputs(player, notify),
	);
	outputs.catch((error) => {
		outputs = undefined;
		console.warn(`instants: ${error}`);
	});
}

function showOptions(): void {
	if (canDirect) loadOutputs();
	page.forget.hidden = recent.clips.length === 0;
	page.forget.textContent = "Forget recent clips";
	// Focus should not go to the button that closes the dialog.
	afterFrame(() => openDialog(page.options, page.layout));
}

function sayUnreachable(error: unknown): void {
	if (error instanceof BuildReplaced)
		notify(["This site has changed."], { label: "Reload", act: () => location.reload() });
	else notify(["Loading failed. Try again in a minute."]);
}

function toggleFavourite(clip: Instant): void {
	const { clips } = favourites;
	const place = clips.findIndex(({ slug }) => slug === clip.slug);
	const isFavourite = place < 0;
	const changed = isFavourite ? [...clips, clip] : clips.toSpliced(place, 1);
	const isKept = favourites.replace(changed, isFavourite);
	const act = () => void favourites.replace(favourites.clips.toSpliced(place, 0, clip));
	const undo = { label: "Undo", act };
	if (!isKept) notify(["This browser doesn’t let the page save favourites."]);
	else if (!isFavourite) notify(["Removed from favourites."], undo, UNDOABLE_MS);
}

const presses: Readonly<Record<string, (clip: Instant) => void>> = {
	favourite: toggleFavourite,
	about: openCard,
	pause: (clip) => player.pause(clip),
};

function pressed(clip: Instant | undefined): void {
	viewer.settle();
	if (clip) player.press(clip);
	else loadCards().then((it) => it.squeak(player.volume), sayUnreachable);
}

for (const place of [
	page.featured,
	page.related,
	page.recents,
	page.board,
	page.sheet,
	page.strip,
]) {
	place?.addEventListener("click", ({ target }) => {
		const button = (target as Element).closest("button, a");
		const clip = clipOf(target as Element);
		if (button === null || clip === undefined) return;
		for (const name of button.classList) (presses[name] ?? cards?.byClass[name])?.(clip, button);
	});
	place?.addEventListener("input", ({ target }) => {
		const clip = clipOf(target as Element);
		if (clip) player.jump(clip, (target as HTMLInputElement).valueAsNumber);
	});
	if (place === null || place === page.strip) continue;
	connectDomes(place, {
		likely: (clip) => player.prepare(clip),
		unlikely: ({ slug }) => player.letGo(slug),
		pressed,
		apart: ({ slug }) => open(clipUrl(SITE_ROOT, slug, facts.hasClipPages), "_blank", "noopener"),
	});
}

page.random.addEventListener("click", () => {
	playRandom(viewer, player, recent, feed).catch(sayUnreachable);
});
connectControls(viewer);
connectShortcuts(player, viewer, searchField.searchNow, showOptions);
for (const list of [page.recents, page.board, page.tags]) moveWithArrows(list);
page.showOptions.addEventListener("click", showOptions);
page.forget.addEventListener("click", () => {
	recent.forget();
	page.forget.textContent = "Forgotten";
});
for (const dialog of [page.sheet, page.options]) connectDialog(dialog);
connectOptions();
keepFocus();

connectVolume((volume) => {
	player.volume = volume;
});

page.playTo.hidden = !canDirect;
page.whyFind.hidden = canDirect && "selectAudioOutput" in mediaDevices;
const output = recall("output") as { readonly id?: unknown } | undefined | null;
if (canDirect && !isEmbedded && output) {
	// The device must be set before the first press.
	player.output = String(output.id);
	loadOutputs();
}

completeLinks();
showFavourites();
if (isEmbedded) {
	await showCard(viewer.state.view, new AbortController().signal).finally(() => {
		for (const link of document.links) link.target = "_blank";
	});
} else {
	feed.begin(viewUrl(SITE_ROOT, viewer.state.view) === SITE_ROOT);
	await viewer.start();
	// Safari lacks this function.
	if ("requestIdleCallback" in window) requestIdleCallback(warm, { timeout: WARMED_MS });
	else setTimeout(warm, WARMED_MS);
}
