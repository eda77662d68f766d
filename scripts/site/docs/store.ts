/** How any client reads the store, shown on the files of a catalogue with three clips. */
import { readFileSync } from "node:fs";
import { html } from "hono/html";
import { codeBlock } from "./markup.ts";

const EXAMPLE = readFileSync(new URL("store-example.txt", import.meta.url), "utf8").trimEnd();

export const STORE = html`
<p>The API only reads files, and so can you, at any size of catalogue. All of them but <code>latest.json</code> are named by the first 24 hexadecimal digits of their SHA-256: check what you read against its name, and keep it as long as you like. If a file is missing or damaged, read <code>latest.json</code> again: there may be a new build.</p>
<ul>
	<li><b><a href="#readPointer"><code>latest.json</code></a></b> names three index files: those of the packs, of the search shards, and of the slugs.</li>
	<li><b>Index files</b> have sorted entries that begin with a key and the name of a file. The last entry whose key is not after yours leads to it. If <code>depth</code> is 1, the name is that of a pack, shard or slug file; otherwise, it is that of another index file. Positions are compared as numbers, words and slugs by their UTF-16 code units.</li>
	<li><b>Packs</b> hold the clips, one per line, by position: the number of a clip’s record in the catalogue, from 0. Their entries are <code>[first position, name, clips, …]</code>. The last numbers are the positions in this pack whose clips were removed, counted from its first. These have no line.</li>
	<li><b>Slug files</b> give the position of each slug, or <code>null</code> if its clip was removed.</li>
	<li><b>Search shards</b> give, for each word, the clips whose names have it. Longer words that begin with it follow, perhaps in the next files too. A list consists of groups <code>class, n, position, gap, …</code> of <code>n</code> clips each: the position of the first, and the distance of each other from the one before. The class says how often the word is in the name, and how many different words the name has: <code>(times − 1) × 65536 + words</code>. The score is made from this, and from <code>count</code> and <code>average</code> in <code>latest.json</code>.</li>
</ul>
<p>These are the files of a catalogue of “Boom”, “Boom boom”, “Big boom” and a clip that was removed:</p>
${codeBlock("Files of the store", EXAMPLE)}
<p>A search for <code>big boo</code> finds “Big boom”. <code>big</code> is in one name with 2 different words, that of position 2. <code>boo</code> begins <code>boom</code>, which is once in a name with 1 word (position 0) and in one with 2 (position 2), and twice in a name with 1 word (position 1). Both words have position 2 in common, which is the third line of the pack.</p>
<p>For a page of the listing, add up how many <code>clips</code> the entries have; if <code>order</code> is <code>newest</code>, from the end. <code>searchOptions</code> in <a href="#offline">the search module</a> has the functions that cut names and queries into words. The samples in JavaScript and Python find a clip by its slug; the one for curl prints every clip.</p>`;
