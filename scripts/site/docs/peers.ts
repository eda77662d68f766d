/** What `npm run bench -- peers` has measured, as tables and pictures for the documents, and in short for the README. */
import { readFileSync } from "node:fs";
import { html } from "hono/html";
import type { Markup } from "./markup.ts";

export interface BuildFigures {
	readonly name: string;
	readonly seconds: number;
	/** In seconds, with child processes. */
	readonly cpu: number;
	/** The largest resident set, in bytes. */
	readonly memory: number;
	readonly files: number;
	/** New files, by content, once one clip is appended. */
	readonly changedFiles: number;
	readonly changedBytes: number;
}

export interface AnswerFigures {
	readonly name: string;
	readonly listing: SpeedFigures;
	/** Null for what does not search. */
	readonly search: SpeedFigures | null;
}

interface SpeedFigures {
	/** Answers a second. */
	readonly rate: number;
	/** The time within which 99 % of the answers came, in milliseconds. */
	readonly p99: number;
}

/** Of the first search in a page that has loaded nothing yet: medians. */
export interface FirstSearchFigures {
	readonly name: string;
	readonly requests: number;
	/** As transferred, compressed. */
	readonly bytes: number;
	/** How many requests wait for one another. */
	readonly trips: number;
}

export interface SizeFigures {
	readonly clips: number;
	readonly builds: readonly BuildFigures[];
	readonly answers: readonly AnswerFigures[];
	readonly firstSearches: readonly FirstSearchFigures[];
}

export interface PeerFigures {
	/** The day of the run, such as 2026-11-23. */
	readonly date: string;
	readonly machine: string;
	readonly sizes: readonly SizeFigures[];
}

function readFigures(): PeerFigures {
	return JSON.parse(readFileSync(new URL("peers.json", import.meta.url), "utf8"));
}

/** The size that pictures and README show. */
const SHOWN = 20_000;

const whole = (number: number): string =>
	String(Math.round(number)).replace(/\B(?=(?:\d{3})+$)/g, ",");
const short = (number: number): string =>
	number >= 100 ? whole(number) : String(Number(number.toPrecision(2)));
const megabytes = (bytes: number): string => short(bytes / 1e6);

/** The values for the template of the part. */
export function peerFacts(): Record<string, string | Markup> {
	const { date, machine, sizes } = readFigures();
	const shown = sizes.find(({ clips }) => clips === SHOWN);
	const searching = shown?.answers.flatMap(({ name, search }) =>
		search ? [{ name, search }] : [],
	);
	return {
		peers_date: date,
		peers_machine: machine,
		peers_shown: whole(SHOWN),
		peers_build_bars: bars(shown?.builds.map(({ name, cpu }) => [name, cpu]) ?? [], "s"),
		peers_search_bars: bars(searching?.map(({ name, search }) => [name, search.rate]) ?? [], "/s"),
		peers_builds: perSize(sizes, ({ builds }) =>
			builds.map(({ name, seconds, cpu, memory, files }) => [
				...[name, short(seconds), short(cpu), megabytes(memory), whole(files)],
			]),
		),
		peers_changes: perSize(sizes, ({ builds }) =>
			builds.map(({ name, changedFiles, changedBytes }) => [
				...[name, whole(changedFiles), megabytes(changedBytes)],
			]),
		),
		peers_answers: perSize(sizes, ({ answers }) =>
			answers.map(({ name, listing, search }) => [
				...[name, whole(listing.rate), short(listing.p99)],
				...(search ? [whole(search.rate), short(search.p99)] : ["–", "–"]),
			]),
		),
		peers_first_searches: perSize(sizes, ({ firstSearches }) =>
			firstSearches.map(({ name, requests, bytes, trips }) => [
				...[name, whole(bytes / 1000), whole(requests), whole(trips)],
			]),
		),
	};
}

/** The rows of a table, each size under a row of its own. */
function perSize(
	sizes: readonly SizeFigures[],
	rowsOf: (size: SizeFigures) => readonly (readonly string[])[],
): Markup {
	return html`${sizes.map((size) => {
		const rows = rowsOf(size);
		const cells = rows.map(
			([name, ...others]) =>
				html`<tr><th scope="row">${name}</th>${others.map((text) => html`<td>${text}</td>`)}</tr>`,
		);
		return html`<tbody><tr><th scope="rowgroup" colspan="${rows[0]?.length ?? 1}">${whole(size.clips)} clips</th></tr>${cells}</tbody>`;
	})}`;
}

const BAR = { height: 16, row: 42, width: 400 } as const;

/** A bar for each figure under its name, in the colour of the text around. */
function bars(figures: readonly (readonly [name: string, figure: number])[], unit: string): Markup {
	const most = Math.max(...figures.map(([, figure]) => figure));
	const rows = figures.map(([name, figure], i) => {
		const y = i * BAR.row;
		const width = Math.max(1, (figure / most) * BAR.width);
		return html`<text x="0" y="${y + 14}">${name}: ${short(figure)} ${unit}</text><rect x="0" y="${y + 20}" opacity=".6" width="${width.toFixed(1)}" height="${BAR.height}" rx="3"/>`;
	});
	return html`<svg viewBox="0 0 ${BAR.width} ${figures.length * BAR.row}" fill="currentColor" font-size="14" role="img" aria-label="${figures.map(([name, figure]) => `${name}: ${short(figure)} ${unit}`).join(", ")}">${rows}</svg>`;
}

/** A README with its three lines of figures renewed. */
export function withPeerSummary(readme: string): string {
	return readme.replace(/(?<=<!-- peers -->\n).*?(?=\n<!-- \/peers -->)/s, summary);
}

function summary(): string {
	const shown = readFigures().sizes.find(({ clips }) => clips === SHOWN);
	const list = (pairs: readonly (readonly [string, string])[]): string =>
		pairs.map(([name, figure]) => `${name} ${figure}`).join(", ");
	const { builds = [], answers = [], firstSearches = [] } = shown ?? {};
	const searches = answers.flatMap(({ name, search }) =>
		search ? [[name, whole(search.rate)] as const] : [],
	);
	return [
		`- CPU time of a build: ${list(builds.map(({ name, cpu }) => [name, `${short(cpu)} s`]))}.`,
		`- Searches a second: ${list(searches)}.`,
		`- First search in a page: ${list(firstSearches.map(({ name, bytes, trips }) => [name, `${whole(bytes / 1000)} KB in ${trips} trips`]))}.`,
	].join("\n");
}
