/**
 * The pictures of the sample catalogue, as SVG text: a button in the instant's colour with a simple
 * drawing on it, made of plain shapes only, so that the files are small and cannot run anything.
 */
import { LICENCE, MARK } from "./origin.ts";

/** Hand-drawn on a square of 96 by 96; the middle 64 are free of the button's rim. */
const MOTIFS: ReadonlyMap<string, string> = new Map(
	Object.entries({
		boom: `
  <path d="M48 14l7 17 16-9-4 18 17 2-14 12 10 15-18-2-2 17-12-13-12 13-2-17-18 2 10-15-14-12 17-2-4-18 16 9z" fill="#fff3c4"/>
  <path d="M48 30l4 11 10-4-3 10 9 4-9 5 3 9-10-4-4 10-4-10-10 4 3-9-9-5 9-4-3-10 10 4z" fill="#ff8f00"/>`,
		horn: `
  <path d="M22 42h12l32-18v48L34 54H22z" fill="#fff"/>
  <rect x="28" y="54" width="10" height="20" rx="3" fill="#fff"/>
  <path d="M72 38q8 10 0 20M79 31q13 17 0 34" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`,
		laugh: `
  <circle cx="48" cy="48" r="29" fill="#fff8e1"/>
  <path d="M29 41q6-9 12 0M55 41q6-9 12 0" fill="none" stroke="#4e342e" stroke-width="4" stroke-linecap="round"/>
  <path d="M30 50h36q-2 20-18 20T30 50z" fill="#4e342e"/>
  <path d="M38 64q10-8 20 0-4 6-10 6t-10-6z" fill="#ff8a80"/>`,
		coin: `
  <circle cx="48" cy="48" r="28" fill="#ffd54f"/>
  <circle cx="48" cy="48" r="21" fill="none" stroke="#f9a825" stroke-width="3"/>
  <path d="M48 32l4.7 10.5 11.3 1.2-8.5 7.6 2.4 11.2-9.9-5.8-9.9 5.8 2.4-11.2-8.5-7.6 11.3-1.2z" fill="#f9a825"/>`,
		bell: `
  <path d="M48 20q19 3 19 26v13l7 8H22l7-8V46q0-23 19-26z" fill="#fff"/>
  <circle cx="48" cy="72" r="7" fill="#fff"/>
  <circle cx="48" cy="19" r="4" fill="#fff"/>`,
		robot: `
  <path d="M48 30V18" stroke="#fff" stroke-width="4" stroke-linecap="round"/>
  <circle cx="48" cy="16" r="5" fill="#ff5252"/>
  <rect x="22" y="30" width="52" height="44" rx="8" fill="#fff"/>
  <circle cx="37" cy="47" r="7" fill="#263238"/>
  <circle cx="59" cy="47" r="7" fill="#263238"/>
  <path d="M34 63h28M41 59v8M48 59v8M55 59v8" stroke="#263238" stroke-width="3"/>`,
		drop: `
  <path d="M48 16q22 28 22 40a22 22 0 0 1-44 0q0-12 22-40z" fill="#e1f5fe"/>
  <path d="M35 56a13 13 0 0 0 12 14" fill="none" stroke="#4fc3f7" stroke-width="5" stroke-linecap="round"/>`,
		"café cup": `
  <path d="M24 42h40v18q0 14-14 14H38q-14 0-14-14z" fill="#fff"/>
  <path d="M64 46h5q7 0 7 8t-7 8h-5" fill="none" stroke="#fff" stroke-width="5"/>
  <path d="M36 34q-5-6 0-12M48 34q-5-6 0-12" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`,
		gong: `
  <path d="M20 76V22h56v54" fill="none" stroke="#5d4037" stroke-width="6" stroke-linejoin="round"/>
  <path d="M36 22v14M60 22v14" stroke="#5d4037" stroke-width="3"/>
  <circle cx="48" cy="50" r="21" fill="#ffecb3"/>
  <circle cx="48" cy="50" r="7" fill="#ff8f00"/>`,
		rocket: `
  <path d="M48 12q15 14 15 34v14H33V46q0-20 15-34z" fill="#fff"/>
  <path d="M33 44l-11 14v12l11-8zM63 44l11 14v12l-11-8z" fill="#ff5252"/>
  <circle cx="48" cy="38" r="7" fill="#4fc3f7"/>
  <path d="M40 62h16l-8 22z" fill="#ffca28"/>`,
	}),
);

/** Drawn for a file name that has no motif of its own. */
const BUTTON = '\n  <circle cx="48" cy="44" r="24" fill="#fff" fill-opacity=".35"/>';

/** The SVG for an image file; the colour is six hexadecimal digits. */
export function draw(fileName: string, color: string): string {
	if (!fileName.endsWith(".svg")) throw new Error(`only .svg can be drawn, not "${fileName}"`);
	const subject = fileName.slice(0, -".svg".length);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
  <title>${escaped(subject)}</title>
  <!-- ${MARK}; licence: ${LICENCE} -->
  <circle cx="48" cy="48" r="46" fill="#${color}" stroke="#000" stroke-opacity=".25" stroke-width="4"/>${MOTIFS.get(subject) ?? BUTTON}
</svg>
`;
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
