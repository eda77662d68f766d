/** `npm start`: builds the catalogue in `data/` if anything changed, and serves it. */
import { command, run } from "./console/command.ts";
import { address, wholeNumber } from "./console/options.ts";
import { type PreviewOptions, previewUntilStopped } from "./hosts/server/preview.ts";
import { build, defaultBaseUrl } from "./publish/build-command.ts";
import { MAX_FILES } from "./publish/publish.ts";
import { recover } from "./publish/recovery.ts";
import { buildState } from "./publish/up-to-date.ts";

const CACHE_FILE = "node_modules/.cache/instants/start";

const program = command("start", "Build the catalogue in data/ if it changed, and serve it.")
	.option("--port <n>", "the port; 0 takes a free port", wholeNumber(0, 65_535), 3000)
	.option("--listen <address>", "an address of this machine; 0.0.0.0 for all", address, "localhost")
	.action(async (where: PreviewOptions) => {
		const options = {
			data: "data",
			out: "dist",
			baseUrl: defaultBaseUrl(process.env),
			maxFiles: MAX_FILES,
			media: "local",
			hosts: [],
		} as const;
		const state = buildState(CACHE_FILE, { dataDir: options.data, out: options.out, options });
		await recover(options.out);
		if (await state.isCurrent()) {
			console.log(`${options.out} is up to date with ${options.data}`);
		} else {
			await build(options);
			await state.remember();
		}
		await previewUntilStopped(options.out, where);
	});

await run(program);
