#!/usr/bin/env node
/** The command `instants`: it loads only the subcommand that is called, so that it starts at once. */
import { commandOf, run } from "./console/command.ts";
import { VERSION } from "./console/invocation.ts";

const program = commandOf("instants", "Publish a catalogue of sound clips as a static API.", {
	init: {
		description: "Make a folder that is ready to publish.",
		load: () => import("./init.ts"),
	},
	check: {
		description: "Check a catalogue and list everything that is wrong with it.",
		load: () => import("./check.ts"),
	},
	import: {
		description: "Add MP3s, or the clips of a live server, to a catalogue.",
		load: () => import("./import.ts"),
	},
	measure: {
		description: "Write into a catalogue how long and how loud its sounds are.",
		load: () => import("./measure.ts"),
	},
	remove: {
		description: "Take clips out of a catalogue for good.",
		load: () => import("./remove.ts"),
	},
	build: {
		description: "Check a catalogue and publish it as a static API.",
		load: () => import("./build.ts"),
	},
	dev: {
		description: "Build a catalogue, serve it, and build it again when it changes.",
		load: () => import("./dev.ts"),
	},
	preview: {
		description: "Serve a published tree. Links use the address of each request.",
		load: () => import("./preview.ts"),
	},
	mirror: {
		description: "Copy a published tree, or the catalogue of any server of this API.",
		load: () => import("./mirror.ts"),
	},
	verify: {
		description: "Check a mirror or a build, without a network.",
		load: () => import("./verify.ts"),
	},
	keygen: {
		description: "Make a key to sign releases with.",
		load: () => import("./keygen.ts"),
	},
});

await run(program.version(VERSION, "--version", "print the version"));
