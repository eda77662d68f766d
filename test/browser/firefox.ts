/** Opens Firefox, and lists the tests that only Chromium can pass. */
import { type Browser, firefox } from "playwright-core";
import { PATIENCE } from "../fixtures/patience.ts";
import { binaryOf, FIREFOX } from "../hosts/tools.ts";
import { withSoundDevice } from "./sound-device.ts";

/**
 * Sounds play without a click; pages see a mouse, which servers do not have; and pages are drawn 15 times a second,
 * which no test detects, and which saves a sixth of the CPU time.
 */
const PREFERENCES = {
	"media.autoplay.default": 0,
	"ui.primaryPointerCapabilities": 0b110,
	"ui.allPointerCapabilities": 0b110,
	"layout.frame_rate": 15,
};

/** Headless Firefox, driven over BiDi: the unpatched one from the distribution. */
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
	const session = sessionOf(browser);
	withoutMediaFeatures(session);
	withoutWindows(session);
	withoutDelays(session);
	return browser;
}

/** Parts of Playwright's own classes: how they send commands, and over which socket. */
interface Session {
	send(method: string, parameters: unknown): Promise<unknown>;
	readonly connection: { readonly _transport: { readonly _ws: Socket } };
}

interface Socket {
	on(event: "message", listener: () => void): void;
	pong(): void;
}

function sessionOf(browser: Browser): Session {
	const { _connection } = browser as unknown as {
		_connection: { toImpl(_: Browser): { _browserSession: Session } };
	};
	return _connection.toImpl(browser)._browserSession;
}

/** Ignores that Firefox 153 does not support the command with which every new context sets the colour scheme. */
function withoutMediaFeatures(session: Session): void {
	const send = session.send.bind(session);
	session.send = (method, parameters) =>
		send(method, parameters).catch((error: unknown) => {
			if (method !== "emulation.setMediaFeaturesOverride") throw error;
		});
}

/** Opens pages as tabs: Playwright asks for a window for each, which costs Firefox twice as much. */
function withoutWindows(session: Session): void {
	const send = session.send.bind(session);
	session.send = (method, parameters) =>
		method === "browsingContext.create"
			? send(method, { ...(parameters as object), type: "tab" })
			: send(method, parameters);
}

/**
 * Answers each message with a pong. Firefox holds an answer back until the previous one is acknowledged, and operating
 * systems delay that by 40 ms unless there is something to send: a click took 200 ms.
 * https://datatracker.ietf.org/doc/html/rfc1122#page-96
 */
function withoutDelays(session: Session): void {
	const { _ws } = session.connection._transport;
	_ws.on("message", () => _ws.pong());
}

interface Exception {
	readonly why: string;
	/** Parts of test titles. */
	readonly tests: readonly string[];
}

/** Tests that cannot run in Firefox, or need features that it lacks. */
export const NOT_IN_FIREFOX: readonly Exception[] = [
	{
		why: "it emulates no touch screen",
		tests: [
			"on a tablet, the keys are listed for someone who has pressed one",
			"Enter in the search of a phone puts its keyboard away, and plays nothing",
			"touch targets are at least 44 px large",
		],
	},
	{
		why: "its scrollbar takes a part of the width",
		tests: ["scrolls only vertically", "in which names are whole", "no name leaves its tile"],
	},
	{
		why: "over BiDi a test cannot set colours, permissions or scripts",
		tests: [
			"can be read in the ",
			"in forced colours",
			"without scripts every sample shows",
			"to someone without scripts",
			"has a card with the code that shows the clip alone",
			"a link can be copied",
		],
	},
	{
		why: "over BiDi a test cannot answer in place of a host with sounds, cut off a worker's network, read a worker's log, or press in a frame from another site",
		tests: [
			"a clip that cannot be played",
			"says that a press has failed, and can be pressed again",
			"the page alone works offline",
			"says why it does not work offline",
			"in the frame that WordPress makes",
		],
	},
	{
		why: "the test needs the protocol or a flag of Chromium",
		tests: [
			"favourites and played clips stay on the device",
			"where the worker has not stored the old ones",
			"can be installed",
			"lists and searches",
			"shows “",
			"has room for words, and so have messages",
		],
	},
	{
		why: "it reports that the other site forbids its own request for an icon",
		tests: ["plays after one press, as loud as others"],
	},
	{ why: "the app of the Stream Deck is Chromium", tests: ["keeps the slug that is typed"] },
];
