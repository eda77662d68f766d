/** Finds and installs the hosts' engines that are too large, or too picky, to be among our own packages. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** In a separate folder, since some of them break beside our TypeScript. */
const TOOLS = process.env.HOST_TOOLS ?? join(homedir(), ".cache", "instants", "hosts");

/** The npm packages of an engine, with versions that work together. */
export interface Engine {
	readonly name: string;
	readonly packages: Readonly<Record<string, string>>;
	/** Folder with the package.json that npm creates. */
	readonly folder: string;
}

export function fromNpm(name: string, folder: string, packages: Engine["packages"]): Engine {
	return { name, packages, folder: join(TOOLS, folder) };
}

/** Deno 2.9.6 breaks this version of `@netlify/dev`. */
const NETLIFY_DEV = { "@netlify/dev": "4.18.13", deno: "2.9.5" };
export const NETLIFY = fromNpm("Netlify's local runtime", "netlify", NETLIFY_DEV);
/** workerd, as Cloudflare's own local tools run it. */
export const CLOUDFLARE = fromNpm("Cloudflare's runtime", "cloudflare", {
	miniflare: "4.20260426.0",
});
/** The runtime that Vercel's middleware runs on. */
export const VERCEL = fromNpm("Vercel's edge runtime", "vercel", { "edge-runtime": "4.0.1" });
export const DENO = fromNpm("Deno", "deno", { deno: "2.9.5" });
export const BUN = fromNpm("Bun", "bun", { bun: "1.4.5" });

function node(version: string): Engine {
	return fromNpm(`Node ${version}`, `node-${version}`, { node: version });
}

/** The versions of Node that may build. The first is the oldest. */
export const BUILDING_NODES: readonly Engine[] = [
	...["20.19.0", "22.23.3", "24.21.0", "26.10.0"].map(node),
];
/** Its version of Unicode is as old as that of the oldest browser that the site runs in. */
export const OLD_NODE = node("18.0.0");

/** A program that Debian and its derivatives package. */
export interface DebianEngine {
	readonly name: string;
	readonly debian: string;
	/** A program on the PATH, or the path of a library. */
	readonly binary: string;
	/** The programs without which it cannot be tested. */
	readonly needs?: readonly DebianEngine[];
}

function fromDebian(
	name: string,
	debian: string,
	binary = debian,
	needs: readonly DebianEngine[] = [],
): DebianEngine {
	return { name, debian, binary, needs };
}

export const NGINX = fromDebian("nginx", "nginx-light", "nginx");
export const CADDY = fromDebian("Caddy", "caddy");
export const APACHE = fromDebian("Apache", "apache2");
export const CHROMIUM = fromDebian("Chromium", "chromium-headless-shell");

/** The sound device that browsers play through. Chromium has one built in. */
export const PULSEAUDIO = fromDebian("PulseAudio", "pulseaudio");
export const FIREFOX = fromDebian("Firefox", "firefox-esr", "firefox-esr", [PULSEAUDIO]);
/** The screen for a browser that has no headless mode. */
export const XVFB = fromDebian("Xvfb", "xvfb", "Xvfb");

const LIBRARIES = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`;

/** WebKit needs these to decode and play sounds. */
const GSTREAMER = [
	["plugins-base", "playback"],
	["plugins-good", "pulseaudio"],
	["plugins-bad", "debugutilsbad"],
	["libav", "libav"],
].map(([set, library]) =>
	fromDebian("GStreamer", `gstreamer1.0-${set}`, `${LIBRARIES}/gstreamer-1.0/libgst${library}.so`),
);
export const WEBKIT = fromDebian("WebKit", "webkit2gtk-driver", "WebKitWebDriver", [
	...[PULSEAUDIO, XVFB],
	...GSTREAMER,
]);

export const CURL = fromDebian("curl", "curl");
export const PYTHON = fromDebian("Python", "python3");
export const RCLONE = fromDebian("rclone", "rclone");
export const RSYNC = fromDebian("rsync", "rsync");
export const FFMPEG = fromDebian("FFmpeg", "ffmpeg");
export const MINISIGN = fromDebian("minisign", "minisign");

/** All programs that `npm run hosts:install` installs with apt-get. */
export const DEBIAN_ENGINES: readonly DebianEngine[] = [
	...[NGINX, CADDY, APACHE, CURL],
	...[CHROMIUM, FIREFOX, WEBKIT],
	...[PYTHON, RCLONE, RSYNC, MINISIGN, FFMPEG],
];

/** `sbin` is on the PATH of root only, but anyone may run what is there. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** The path of a program; undefined if it is not installed. */
export function binaryOf({ binary }: DebianEngine): string | undefined {
	const paths = binary.startsWith("/") ? [binary] : FOLDERS.map((folder) => join(folder, binary));
	return paths.find((path) => existsSync(path));
}

/** All engines that `npm run hosts:install` installs from npm. */
export const ENGINES: readonly Engine[] = [
	...[NETLIFY, CLOUDFLARE, VERCEL, DENO, BUN, OLD_NODE],
	...BUILDING_NODES,
];

/** If every engine has to be installed, a missing one is a failure, not a reason to skip. */
const MUST_BE_INSTALLED = process.env.REQUIRE_HOSTS !== undefined;

/** Whether the program is installed, or the packages in these versions. */
export function isInstalled(engine: Engine | DebianEngine): boolean {
	if ("binary" in engine)
		return binaryOf(engine) !== undefined && (engine.needs ?? []).every((it) => isInstalled(it));
	const { packages, folder } = engine;
	return Object.entries(packages).every(([id, version]) => {
		const manifest = join(folder, "node_modules", id, "package.json");
		return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === version;
	});
}

/** Whether tests on an engine are skipped, and their title, which says why. */
export function skipping(engine: Engine | DebianEngine): { skip: boolean; title: string } {
	const isHere = isInstalled(engine);
	return {
		skip: !isHere && !MUST_BE_INSTALLED,
		title: `${engine.name} (${isHere ? "installed" : "not installed: npm run hosts:install"})`,
	};
}

/** Resolves modules as code in the folder of an engine would. */
export function requireFrom({ folder }: Engine): NodeJS.Require {
	return createRequire(join(folder, "package.json"));
}

/** The path of the Deno binary of an engine that has one. */
export function denoBinary(engine: Engine): string {
	const { runInstall }: { runInstall(): string } = requireFrom(engine)("deno/install_api.cjs");
	return runInstall();
}

export function bunBinary(): string {
	return join(requireFrom(BUN).resolve("bun/package.json"), "../bin/bun.exe");
}

export function nodeBinary({ folder }: Engine): string {
	return join(folder, "node_modules/node/bin/node");
}

/** Installs the packages of an engine into its folder. */
export async function install({ name, packages, folder }: Engine): Promise<void> {
	console.error(`instants: installing ${name} into ${folder}`);
	mkdirSync(folder, { recursive: true });
	const wanted = Object.entries(packages).map(([id, version]) => `${id}@${version}`);
	const npm = spawn(
		"npm",
		["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", ...wanted],
		{ stdio: ["ignore", 2, 2], shell: process.platform === "win32" },
	);
	// The installation of another engine may fail, and end this process, in the meantime.
	process.once("exit", () => npm.kill());
	const [status] = await once(npm, "close");
	if (status === 0) return;
	console.error(`instants: npm could not install ${name}; its message is above`);
	process.exit(1);
}

/** Called by Vitest when the tests have run. https://vitest.dev/config/#globalsetup */
export function teardown(): void {
	const missing = [...ENGINES, ...DEBIAN_ENGINES].filter((engine) => !isInstalled(engine));
	if (missing.length === 0) return;
	const names = missing.map(({ name }) => name).join(", ");
	console.log(
		`\nSkipped the tests on ${names}: not installed here. To install: npm run hosts:install`,
	);
}
