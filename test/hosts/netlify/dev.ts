/**
 * Runs a project on Netlify's own local runtime, edge functions in Deno included, so that the
 * contract suite can test the real thing.
 *
 * The packages take 330 MB and break beside TypeScript 7, because they need its old API. So they are not among our
 * packages, but in a separate folder: `npm run hosts:install`.
 */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { denoBinary, NETLIFY, requireFrom } from "../tools.ts";

interface NetlifyDev {
	start(): Promise<{ serverAddress: string | undefined }>;
	stop(): Promise<void>;
}

type DevModule = { NetlifyDev: new (options: object) => NetlifyDev };

type GetConfigs = (port: number, functions: object) => Promise<unknown>;

type EdgeModule = { EdgeFunctionsHandler: { prototype: { getFunctionConfigs: GetConfigs } } };

/** Features that need the network or an account, start more servers, or set our environment variables. */
const UNUSED = "aiGateway blobs database environmentVariables functions geolocation images";

/** Serves the project on a free port. Throws if the engine is not installed. */
export async function startNetlifyDev(projectDir: string) {
	const { PATH = "" } = process.env;
	const tools = findTools();
	const projectRoot = resolve(projectDir);
	const { NetlifyDev } = (await import(tools.dev)) as DevModule;
	await evaluateOnce(tools.edge);
	const off = Object.fromEntries(UNUSED.split(" ").map((name) => [name, { enabled: false }]));
	const dev = new NetlifyDev({ ...off, projectRoot, apiToken: "", skipGitignore: true });
	const bin = await writeDenoLauncher(tools.deno, projectRoot);
	const stop = async (): Promise<void> => {
		await dev.stop();
		await rm(bin, { recursive: true, force: true });
	};
	try {
		Object.assign(process.env, { PATH: bin + delimiter + PATH });
		const { serverAddress } = await dev.start();
		if (serverAddress === undefined) throw new Error("@netlify/dev started no server");
		const first = await fetch(serverAddress); // Answered once Deno has read the functions.
		if (first.status === 500) throw new Error(await first.text());
		return { origin: serverAddress, stop };
	} catch (error) {
		await stop();
		throw error;
	} finally {
		Object.assign(process.env, { PATH });
	}
}

/** Evaluates the configuration of functions only once: to do so before each request would take half of its time. */
async function evaluateOnce(url: string): Promise<void> {
	const { prototype } = ((await import(url)) as EdgeModule).EdgeFunctionsHandler;
	const { getFunctionConfigs } = prototype;
	let configs: Promise<unknown> | undefined;
	prototype.getFunctionConfigs = function (...args) {
		configs ??= getFunctionConfigs.apply(this, args);
		return configs;
	};
}

/** The URLs of the modules, and the path of the Deno binary. */
function findTools(): { dev: string; edge: string; deno: string } {
	const load = requireFrom(NETLIFY);
	const urlOf = (path: string): string => pathToFileURL(path).href;
	// The CommonJS entry fails on Node 20, unlike the ES module beside it.
	const dev = urlOf(load.resolve("@netlify/dev").replace(/\.cjs$/, ".js"));
	const edge = urlOf(
		join(NETLIFY.folder, "node_modules/@netlify/edge-functions-dev/dist/node/main.js"),
	);
	return { dev, edge, deno: denoBinary(NETLIFY) };
}

/** `@netlify/dev` runs the `deno` on PATH, which looks bare imports up from its working directory. */
async function writeDenoLauncher(deno: string, projectRoot: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "netlify-deno-"));
	const script = `#!/bin/sh\ncd ${quote(projectRoot)} && exec ${quote(deno)} "$@"\n`;
	await writeFile(join(folder, "deno"), script, { mode: 0o755 });
	return folder;
}

function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
