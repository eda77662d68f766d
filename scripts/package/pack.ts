/** Makes the files of the npm package that the repository does not have: its JavaScript, bundled, and the documents. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import fastGlob from "fast-glob";
import { bundlesMade, licences } from "../bundling/bundle.ts";
import { HOSTS } from "../hosts/index.ts";
import { Content } from "../publish/content.ts";
import { MAX_FILES, publish } from "../publish/publish.ts";
import { moduleUrls } from "./module-urls.ts";
import { packedPath } from "./packed-bundle.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
/** Everything that is made is in here. */
const LIB = join(PROJECT, "lib");
const BUNDLE = fileURLToPath(new URL("../bundling/bundle.ts", import.meta.url));

/** The packages that are CommonJS call `require`, which modules do not have. */
const REQUIRE = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);`;

const packedBundles: Plugin = {
	name: "packed-bundles",
	setup: ({ onLoad }) => {
		onLoad({ filter: /[\\/]bundling[\\/]bundle\.ts$/ }, () => ({
			contents: `export { packedBundle as bundle } from "../package/packed-bundle.ts";`,
			resolveDir: dirname(BUNDLE),
		}));
	},
};

/** Replaces `lib/`. */
export async function pack(): Promise<void> {
	rmSync(LIB, { recursive: true, force: true });
	await writeCommand();
	await writeBundles();
}

/** The command and its packages: a file to start, and others that it loads when they are needed. */
async function writeCommand(): Promise<void> {
	const { outputFiles, metafile } = await build({
		entryPoints: ["scripts/instants.ts"],
		absWorkingDir: PROJECT,
		outdir: LIB,
		bundle: true,
		splitting: true,
		format: "esm",
		platform: "node",
		// A package may offer modules beside its CommonJS, which esbuild bundles better.
		mainFields: ["module", "main"],
		target: "node20.19",
		banner: { js: REQUIRE },
		// A fault can be run again in a clone, where its stack trace has names.
		minify: true,
		legalComments: "none",
		plugins: [packedBundles, moduleUrls(packagedUrl)],
		metafile: true,
		write: false,
	});
	for (const { path, text } of outputFiles) {
		const name = relative(PROJECT, path).split(sep).join("/");
		const output = metafile.outputs[name];
		const start = output?.entryPoint === undefined ? "" : "#!/usr/bin/env node\n";
		write(name, `${start}${text}${licences(output === undefined ? {} : { [name]: output })}`);
	}
}

/** The URL of a module where it would be if the package had it: beside the files that it reads. */
function packagedUrl(path: string): string {
	const place = relative(PROJECT, path).split(sep).join("/").replace(/\.ts$/, ".js");
	return `new URL(${JSON.stringify(`../${place}`)}, import.meta.url).href`;
}

/** What a build bundles: a build for every host bundles it all. */
async function writeBundles(): Promise<void> {
	const parent = mkdtempSync(join(tmpdir(), "instants-pack-"));
	try {
		// Where `preview` serves a site.
		const baseUrl = "http://localhost:3000";
		const content = new Content({ base: baseUrl, media: `${baseUrl}/media` });
		const dataDir = join(parent, "data");
		const out = join(parent, "dist");
		await publish(content, {
			out,
			dataDir,
			media: "local",
			maxFiles: MAX_FILES,
		});
		for (const host of HOSTS) host.files({ baseUrl, tree: "dist" });
		writeDocuments(out);
	} finally {
		rmSync(parent, { recursive: true });
	}
	for (const [entry, text] of bundlesMade()) write(packedPath(entry), text);
}

/** The documents of the site that was made, without links to its other files. */
function writeDocuments(site: string): void {
	for (const path of fastGlob.sync("docs/*.md", { cwd: site })) {
		const text = readFileSync(join(site, path), "utf8");
		write(`lib/${path}`, text.replace(/\[([^\]]*)\]\((?!https?:)(?![\w-]+\.md\))[^)]*\)/g, "$1"));
	}
}

function write(path: string, text: string): void {
	const file = join(PROJECT, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}
