/** Who moves from a server to this loses nothing: only the host of links differs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { call } from "../fixtures/command-call.ts";
import { clip, folderWith } from "../fixtures/data-folder.ts";
import { faultyServer } from "../fixtures/faulty-server.ts";
import { PNG } from "../fixtures/images.ts";
import { respond } from "../fixtures/respond.ts";
import { sound } from "../mirror/releases.ts";

const NEW = "https://new.test";
const API = "/api/v1/instants/";

interface Page {
	readonly next: string | null;
	readonly results: readonly Record<string, unknown>[];
}

const old = await faultyServer();
const { origin } = old;
/** Twelve clips, as a Django server lists them. */
const ROWS = Array.from({ length: 12 }, (_, i) => ({
	...clip({ name: `Clip ${i}`, slug: `clip_${i}`, color: i === 3 ? "aBcDeF" : "FF8800" }),
	// Two clips share a file, and two files are equal.
	sound: `${origin}/media/sounds/${["airhorn.mp3", "deep/air%20horn_KT89XIq.mp3", "Copy%C3%A9.mp3"][i % 4] ?? `${i}.mp3`}`,
	image: i % 2 === 0 ? null : `${origin}/media/instants_images/a%C3%A9.png`,
	description: i === 0 ? 'Line\r\n"end" <b>' : "",
	tags: i === 1 ? "loud, short" : "",
	...(i < 11 && { duration: 1 + i, gain: -i }),
}));

function listed(page: number): string {
	const linkTo = (number: number): string | null =>
		number < 1 || number > 2 ? null : `${origin}${API}${number > 1 ? `?page=${number}` : ""}`;
	const results = ROWS.slice(10 * (page - 1), 10 * page);
	const [next, previous] = [linkTo(page + 1), linkTo(page - 1)];
	return JSON.stringify({ count: ROWS.length, next, previous, results });
}

function mediumOf(path: string): Buffer | undefined {
	if (path.endsWith(".png")) return PNG;
	return path.endsWith(".mp3") ? sound(path.replace("Copy\u00e9", "airhorn")) : undefined;
}

old.serves = (path) => {
	const page = /^api\/v1\/instants\/(?:\?page=(\d+))?$/.exec(path);
	const body = page ? listed(Number(page[1] ?? 1)) : mediumOf(path);
	return body === undefined ? undefined : { body: Buffer.from(body) };
};

async function pageOf(answer: Promise<Response>): Promise<Page> {
	return (await (await answer).json()) as Page;
}

test("every field of every answer is as the old server had it, but for the host", async () => {
	const cwd = folderWith({ "data/clips.json": "[]" });
	const ended = await call("import", [origin], { cwd });
	expect(ended).toMatchObject({ code: 0, stderr: "" });
	expect(ended.stdout).not.toContain("Changed");
	expect(await call("build", ["--base-url", NEW], { cwd })).toMatchObject({ code: 0, stderr: "" });
	const asset = folderAsset(join(cwd, "dist"));
	let position = 0;
	for (let url: string | null = `${NEW}${API}`; url !== null; ) {
		const then = await pageOf(fetch(url.replace(NEW, origin)));
		const now = await pageOf(respond({ url }, asset));
		const moved = JSON.parse(JSON.stringify(then).replaceAll(origin, NEW)) as Page;
		// `import` measures sounds whose duration the old server did not have.
		const last = moved.results.map((row) =>
			"duration" in row ? row : { ...row, duration: 0.104 },
		);
		expect(now).toEqual({ ...moved, results: last });
		for (const link of moved.results.flatMap(({ sound, image }) => [sound, image ?? sound])) {
			const file = decodeURIComponent(String(link).slice(NEW.length));
			expect(readFileSync(join(cwd, "dist", file))).toEqual(mediumOf(file.slice(1)));
		}
		position += now.results.length;
		url = now.next;
	}
	expect(position).toBe(ROWS.length);
});
