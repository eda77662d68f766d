/** Sources whose clips are edited, removed and added, and mirrors of them. */
import { clip, folderWith, ndjson } from "../fixtures/data-folder.ts";
import type { FaultyServer } from "./faulty-server.ts";
import type { LiveApi } from "./live-api.ts";
import { mirrorTo } from "./mirror-run.ts";
import { image, releaseOf, sound } from "./releases.ts";

/** Publishes clips of these names, each with a sound of its own, and one image for all. */
export async function tree(
	names: Readonly<Record<string, string | undefined>>,
	base?: string,
): Promise<string> {
	const slugs = Object.keys(names);
	const records = slugs.map((slug) =>
		names[slug] === undefined
			? { slug, removed: "2026-11-21" }
			: clip({ name: names[slug], slug, sound: `${slug}.mp3`, image: "a.png" }),
	);
	const sounds = slugs.map((slug) => [`media/sounds/${slug}.mp3`, sound(`the sound of ${slug}`)]);
	const data = folderWith({
		"clips.ndjson": ndjson(...records),
		"media/instants_images/a.png": image("one for all"),
		...Object.fromEntries(sounds),
	});
	return (await releaseOf(data, { maxFiles: 300, base })).folder;
}

const before = await tree({ boom: "Boom", gong: "Gong", horn: "Horn", zoom: "Zoom" });
const after = await tree({
	boom: "Boom!",
	gong: undefined,
	horn: "Horn",
	zoom: "Zoom",
	bang: "Bang",
});

/** Sources, and where to mirror them. */
interface Place {
	readonly server: FaultyServer;
	readonly live: LiveApi;
	readonly dir: string;
}

/** A mirror of both releases of a tree. */
export async function mirrorOfTree({ server, dir }: Place): Promise<void> {
	for (const folder of [before, after]) {
		server.serves = folder;
		await mirrorTo(dir, server.origin, { allowShrink: true, pages: true });
	}
}

/** A mirror of a server, before and after a clip was edited, removed and added. */
export async function mirrorOfServer({ live, dir }: Place): Promise<void> {
	await mirrorTo(dir, live.server.origin);
	live.change(0, { name: "Boom!" });
	live.rows.splice(1, 1);
	live.add();
	await mirrorTo(dir, live.server.origin);
}
