/** A file is stored as it was published, whether the server compresses it or says that it does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { expectRelease, mirrorTo } from "./mirror-run.ts";
import { outdatedMirror } from "./outdated-mirror.ts";

const mirror = await outdatedMirror();
const { server, blue } = mirror;

test.for(["latest.json", "media/sounds/zoom.mp3", "v1/instants/all.ndjson.gz"])(
	"%s is decoded if the server compresses it",
	async (path) => {
		if (path.endsWith(".gz")) {
			// The file is compressed itself, and some servers say so with a header that means something else.
			const { serves } = server;
			server.serves = (asked) => ({
				body: readFileSync(join(String(serves), asked)),
				headers: asked === path ? { "content-encoding": "gzip" } : {},
			});
		} else server.fault(path, "gzip on the way");
		await mirrorTo(mirror.dir, server.origin);
		expectRelease(mirror.dir, blue);
	},
);

test("a source may compress everything with Brotli", async () => {
	const paths = blue.files.map(({ path }) => path).filter((path) => !path.endsWith(".gz"));
	for (const path of paths) server.always(path, "br on the way");
	await mirrorTo(mirror.dir, server.origin);
	expectRelease(mirror.dir, blue);
});

test("a .gz file stays compressed even after a redirect to another name", async () => {
	const path = "v1/instants/all.ndjson.gz";
	const file = readFileSync(join(blue.folder, path));
	server.always(path, { status: 302, headers: { location: "/blob" } });
	server.serves = (asked) => ({
		body: asked === "blob" ? file : readFileSync(join(blue.folder, asked)),
		headers: asked === "blob" ? { "content-encoding": "gzip" } : {},
	});
	await mirrorTo(mirror.dir, server.origin);
	expectRelease(mirror.dir, blue);
});
