/** What people can do on the soundboard, and what it keeps on their device. */
import { html } from "hono/html";
import type { Section } from "./guides.ts";

const KEYS: Section = {
	id: "soundboard",
	title: "Keys and search",
	body: html`
<p>The <a href="../">soundboard</a> needs no server: it reads the published files with the code of the API, so it works on every host, in any folder, on mirrors, and without a network.</p>
<dl>
	<dt>Click a button</dt>
	<dd>Plays the clip; click again to stop it. Several clips can play at once.</dd>
	<dt><kbd>/</kbd></dt>
	<dd>Goes to the search field. There, <kbd>Enter</kbd> plays the first clip found.</dd>
	<dt>Arrow keys, <kbd>Home</kbd>, <kbd>End</kbd></dt>
	<dd>Move from button to button. <kbd>Enter</kbd> or <kbd>Space</kbd> plays.</dd>
	<dt><kbd>Esc</kbd></dt>
	<dd>Stops all clips. If nothing is playing, clears the search field.</dd>
	<dt>Favourite, share, download</dt>
	<dd>Buttons under each clip, shown while the pointer is on it, and always on touch screens.</dd>
</dl>
<p>The search finds what the API finds, in the same order, as you type. Only if it finds nothing does it look for similar spellings, in a catalogue of up to 20,000 clips.</p>
<p>The search and the page you are on are in the address, so Back takes you to where you were. A share link is a search for the clip’s name with its slug (<code>?name=Drum+Roll#drum_roll</code>), so it still works when the clip moves in the catalogue.</p>`,
};

const OFFLINE: Section = {
	id: "soundboard-offline",
	title: "Offline, and your data",
	body: html`
<p>A service worker answers for the site with the same code as the API. Once the page says “Works offline”, the page, the search and <code>fetch("api/v1/instants/?name=boom&amp;page=2")</code> need no network. So even a host that serves files alone has the whole API, for scripts of the soundboard’s own pages.</p>
<p>Up to 10 MB are stored without asking; for a larger catalogue, a button offers it. Favourites are always kept. Clips you played are kept until they reach 100 MB; then those you have not played for longest go first.</p>
<p>Of a new build, the worker stores all files and checks each against its hash before any of them is used. Then the page offers to switch; the switch also happens once all pages of the site have been closed.</p>
<p>Your favourites, the volume and the stored files stay on your device. You can save your favourites to a file and add them on another device. The page sets no cookies and sends nothing anywhere. Its Content-Security-Policy allows no inline code and no other origin, except for media that live elsewhere; to keep those offline, their origin must allow it (CORS).</p>`,
};

/** The sections for people who use the soundboard. */
export const SOUNDBOARD: readonly Section[] = [KEYS, OFFLINE];
