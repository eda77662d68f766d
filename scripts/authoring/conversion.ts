/** Makes MP3s of other sounds with ffmpeg, which the owner has or has not installed. */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Problem } from "../catalogue/problems.ts";
import { UserError } from "../console/user-error.ts";

const run = promisify(execFile);

/** A whole MP3, and the file that it was made of, or that it is. */
export interface Sound {
	readonly file: string;
	readonly source: string;
}

/** Converts sounds into a folder, at some 190 kbit/s. https://trac.ffmpeg.org/wiki/Encode/MP3 */
export async function convertSounds(
	sources: readonly string[],
	folder: string,
): Promise<{ sounds: Sound[]; problems: Problem[] }> {
	const sounds: Sound[] = [];
	const problems: Problem[] = [];
	for (const [i, source] of sources.entries()) {
		const within = join(folder, `${i}`);
		mkdirSync(within);
		const file = join(within, basename(source).replace(/[^.]*$/, "mp3"));
		const from = ["-i", `file:${resolve(source)}`];
		try {
			await run("ffmpeg", ["-nostdin", "-v", "error", ...from, "-vn", "-q:a", "2", `file:${file}`]);
			sounds.push({ file, source });
		} catch (error) {
			const { code, stderr } = error as { code: unknown; stderr: string };
			if (code === "ENOENT") throw new UserError(NO_FFMPEG);
			const [last = "it ended early"] = stderr.trim().split("\n").slice(-1);
			const message = `cannot be converted (ffmpeg: ${last}); convert it to MP3 by hand`;
			problems.push({ place: { file: source }, message });
		}
	}
	return { sounds, problems };
}

const NO_FFMPEG =
	"--convert needs ffmpeg, which is not installed; install it (https://ffmpeg.org/download.html), or convert the sounds to MP3 by hand";
