/** Converts other sounds to MP3 with ffmpeg, if the owner has installed it. */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import { promisify } from "node:util";
import type { Problem } from "../catalogue/problems.ts";
import { UserError } from "../console/user-error.ts";

const run = promisify(execFile);

/** Converts sounds into a folder, at about 190 kbit/s. Returns the MP3 of each. https://trac.ffmpeg.org/wiki/Encode/MP3 */
export async function convertSounds(
	sources: readonly string[],
	folder: string,
): Promise<{ made: ReadonlyMap<string, string>; problems: Problem[] }> {
	const made = new Map<string, string>();
	const problems: Problem[] = [];
	for (const [i, source] of sources.entries()) {
		const within = join(folder, `${i}`);
		mkdirSync(within);
		const file = join(within, `${parse(source).name}.mp3`);
		const from = ["-i", `file:${resolve(source)}`];
		try {
			await run("ffmpeg", ["-nostdin", "-v", "error", ...from, "-vn", "-q:a", "2", `file:${file}`]);
			made.set(source, file);
		} catch (error) {
			const { code, stderr } = error as { code: unknown; stderr: string };
			if (code === "ENOENT") throw new UserError(NO_FFMPEG);
			const [last = "it ended early"] = stderr.trim().split("\n").slice(-1);
			const message = `cannot be converted (ffmpeg: ${last})`;
			problems.push({ place: { file: source }, message, fix: "convert it to MP3 by hand" });
		}
	}
	return { made, problems };
}

const NO_FFMPEG =
	"--convert needs ffmpeg, which is not installed; install it (https://ffmpeg.org/download.html), or convert the sounds to MP3 by hand";
