/** A virtual sound device: most browsers play nothing without a device, and servers have none. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { temporaryFolder } from "../fixtures/published.ts";
import { binaryOf, PULSEAUDIO } from "../hosts/tools.ts";

let device: Promise<NodeJS.ProcessEnv> | undefined;

/** The environment for a program that plays through this device. */
export function withSoundDevice(): Promise<NodeJS.ProcessEnv> {
	device ??= startDevice();
	return device;
}

async function startDevice(): Promise<NodeJS.ProcessEnv> {
	const folder = temporaryFolder();
	const socket = join(folder, "socket");
	const modules = [
		"module-null-sink",
		`module-native-protocol-unix auth-anonymous=1 auth-cookie-enabled=0 socket=${socket}`,
	];
	// With -C, PulseAudio reads commands from this process, and ends with it.
	const args = ["-n", "-C", "--use-pid-file=no", "--exit-idle-time=-1"];
	const server = spawn(
		binaryOf(PULSEAUDIO) ?? "",
		[...args, ...modules.flatMap((module) => ["--load", module])],
		{
			env: { ...process.env, HOME: folder, PULSE_RUNTIME_PATH: folder },
			stdio: ["pipe", "pipe", "ignore"],
		},
	);
	server.unref();
	server.stdin.write("list-sinks\n");
	await once(server.stdout, "data");
	return { ...process.env, PULSE_SERVER: `unix:${socket}` };
}
