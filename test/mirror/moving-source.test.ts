/** A source that publishes another release while it is mirrored does not confuse the mirror. */
import { expect, test } from "vitest";
import { expectRelease, failureOf, mirrorTo } from "./mirror-run.ts";
import { outdatedMirror } from "./outdated-mirror.ts";
import { manifestOf, release } from "./releases.ts";

const mirror = await outdatedMirror();
const { server, red, blue } = mirror;
const green = await release(["gong"], { version: "3" });

test("a new release during the run is mirrored instead, and files that both have are kept", async () => {
	server.before = (_, number) => {
		if (number === 6) server.serves = green.folder;
	};
	const { events } = await mirrorTo(mirror.dir, server.origin, { concurrency: 1 });
	expectRelease(mirror.dir, green);
	expect(events).toContainEqual({
		event: "note",
		message: "the source has published another release; continuing with that one",
	});
});

test("a new release during the run may appear between the pointer and the manifest", async () => {
	server.before = ({ path }) => {
		if (path === manifestOf(blue)) server.serves = green.folder;
	};
	await mirrorTo(mirror.dir, server.origin);
	expectRelease(mirror.dir, green);
});

test("a new release during the run may change files of the same name", async () => {
	server.before = ({ path }, number) => {
		if (path.startsWith("media/") && number > 3) server.serves = green.folder;
	};
	await mirrorTo(mirror.dir, server.origin);
	expectRelease(mirror.dir, green);
});

test("a new release during the run may appear so often that the run gives up, and the old release stays", async () => {
	let flips = 0;
	server.before = ({ path }) => {
		// The files always belong to the other release.
		if (path === "latest.json") server.serves = ++flips % 2 === 0 ? blue.folder : green.folder;
		else server.serves = flips % 2 === 0 ? green.folder : blue.folder;
	};
	const message = await failureOf(mirrorTo(mirror.dir, server.origin));
	expect(message).toMatch(/^the source published a release 6 times during this run; run it again/);
	expectRelease(mirror.dir, red);
});
