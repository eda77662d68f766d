/** `npm start`: builds the catalogue in `data/`, and serves it. */
import { command, run } from "./console/command.ts";
import { address, wholeNumber } from "./console/options.ts";
import { type PreviewOptions, previewUntilStopped } from "./hosts/server/preview.ts";
import { build, defaultBaseUrl } from "./publish/build-command.ts";
import { MAX_FILES } from "./publish/publish.ts";

const program = command("start", "Build the catalogue in data/, and serve it.")
	.option("--port <n>", "the port; 0 takes a free port", wholeNumber(0, 65_535), 3000)
	.option("--listen <address>", "an address of this machine; 0.0.0.0 for all", address, "localhost")
	.action(async (where: PreviewOptions) => {
		const out = "dist";
		const baseUrl = defaultBaseUrl(process.env);
		await build({ data: "data", out, baseUrl, maxFiles: MAX_FILES, media: "local", hosts: [] });
		await previewUntilStopped(out, where);
	});

await run(program);
