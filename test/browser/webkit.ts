/** Opens WebKit, the engine of Safari, which only WebDriver can drive unless it is patched. https://w3c.github.io/webdriver/ */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { Builder, type WebDriver } from "selenium-webdriver";
import { freePort, startServer } from "../hosts/server.ts";
import { binaryOf, WEBKIT, XVFB } from "../hosts/tools.ts";
import { withSoundDevice } from "./sound-device.ts";

/** A browser with its own virtual screen, and nothing stored. */
export async function openWebKit(): Promise<{ browser: WebDriver; close(): Promise<void> }> {
	const screen = await openScreen();
	const port = await freePort();
	const env = { ...(await withSoundDevice()), DISPLAY: screen.display };
	const server = await startServer(binaryOf(WEBKIT) ?? "", [`--port=${port}`], port, env);
	const browser = await new Builder()
		.usingServer(server.origin)
		.withCapabilities({ browserName: "MiniBrowser" })
		.build();
	const close = async (): Promise<void> => {
		await browser.quit();
		await server.stop();
		screen.close();
	};
	return { browser, close };
}

/** https://www.x.org/releases/current/doc/man/man1/Xvfb.1.xhtml */
async function openScreen(): Promise<{ display: string; close(): void }> {
	const server = spawn(binaryOf(XVFB) ?? "", ["-displayfd", "3", "-nolisten", "tcp"], {
		stdio: ["ignore", "ignore", "ignore", "pipe"],
	});
	const close = (): void => void server.kill();
	process.once("exit", close);
	const [number] = await once(server.stdio[3] as Readable, "data");
	return { display: `:${String(number).trim()}`, close };
}
