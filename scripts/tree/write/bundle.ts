/** Bundles our TypeScript or CSS into files to publish. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync, type Format, type Metafile } from "esbuild";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));

export interface BundleOptions {
	/** `esm` by default, `cjs` for servers, `iife` for service workers. */
	readonly format?: Format;
	/** `browser` by default, for edge runtimes too. Only `node` may import Node modules. */
	readonly platform?: "browser" | "node";
	/** A comment to start with. */
	readonly banner?: string;
	readonly minify?: boolean;
}

/** The entry and everything it imports, as one text, with the licences of the packages in it. */
export function bundle(entry: URL, { banner, ...options }: BundleOptions = {}): string {
	const { outputFiles, metafile } = buildSync({
		format: "esm",
		platform: "browser",
		...options,
		entryPoints: [fileURLToPath(entry)],
		// esbuild's comments name files relative to this folder, so the text is the same on every machine.
		absWorkingDir: PROJECT,
		bundle: true,
		target: "es2022",
		...(banner === undefined ? {} : { banner: { js: banner } }),
		write: false,
		metafile: true,
	});
	return `${outputFiles[0]?.text ?? ""}${packagesIn(metafile).map(licence).join("")}`;
}

/** The folders of the packages whose code is in a bundle. */
function packagesIn({ outputs }: Metafile): string[] {
	const files = Object.values(outputs).flatMap(({ inputs }) =>
		Object.keys(inputs).filter((file) => inputs[file]?.bytesInOutput),
	);
	const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
	return [...new Set(files.flatMap((file) => folder.exec(file) ?? []))].sort();
}

/** A licence must be kept with every copy of the code. */
function licence(folder: string): string {
	const path = join(PROJECT, folder);
	const { name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
	const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
	if (file === undefined) throw new Error(`${path} has no licence file, so it may not be bundled`);
	return `/*!\n${name} ${version}\n\n${readFileSync(join(path, file), "utf8").trim()}\n*/\n`;
}
