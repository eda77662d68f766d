/** Opens Firefox, and says which tests only Chromium can pass. */
import { type Browser, firefox } from "playwright-core";
import { PATIENCE } from "../fixtures/patience.ts";
import { binaryOf, FIREFOX } from "../hosts/tools.ts";
import { withSoundDevice } from "./sound-device.ts";

/** Sounds play without a click, and there is a mouse, without which Firefox sees none on a server. */
const PREFERENCES = {
	"media.autoplay.default": 0,
	"ui.primaryPointerCapabilities": 0b110,
	"ui.allPointerCapabilities": 0b110,
};

/** A browser without a window, driven over BiDi: the Firefox of the distribution, not one with patches. */
export async function openFirefox(): Promise<Browser> {
	const executablePath = binaryOf(FIREFOX);
	if (executablePath === undefined) throw new Error("no Firefox: npm run hosts:install");
	const browser = await firefox.launch({
		channel: "moz-firefox",
		executablePath,
		env: await withSoundDevice(),
		firefoxUserPrefs: PREFERENCES,
		timeout: PATIENCE,
	});
	withoutMediaFeatures(browser);
	return browser;
}

interface Session {
	send(method: string, parameters: unknown): Promise<unknown>;
}

/** Every new context sets the colour scheme, with a command that Firefox 153 does not know. */
function withoutMediaFeatures(browser: Browser): void {
	const { _connection } = browser as unknown as {
		_connection: { toImpl(_: Browser): { _browserSession: Session } };
	};
	const session = _connection.toImpl(browser)._browserSession;
	const send = session.send.bind(session);
	session.send = async (method, parameters) =>
		method === "emulation.setMediaFeaturesOverride" ? undefined : send(method, parameters);
}

/** Tests that say nothing about Firefox, by their titles. */
export const NOT_IN_FIREFOX: readonly {
	readonly why: string;
	readonly tests: readonly string[];
}[] = [
	{
		why: "it emulates no touch screen",
		tests: [
			"on a tablet, the keys are listed for who has pressed one",
			"Enter in the search of a phone puts its keyboard away, and plays nothing",
		],
	},
];
