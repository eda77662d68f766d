#!/usr/bin/env node
/** The command `instants`: it loads only the subcommand that is run, so that it starts quickly. */
import { extname } from "node:path";
import { commandOf, run } from "./console/command.ts";
import { VERSION } from "./console/invocation.ts";

/** Each has a module in this folder. */
const COMMANDS = {
	init: "Create a folder that is ready to publish.",
	check: "Check a catalogue and list all problems.",
	import: "Add MP3s, or the clips of another site, to a catalogue.",
	measure: "Measure and record how long and how loud the sounds in a catalogue are.",
	remove: "Remove clips from a catalogue for good.",
	build: "Check a catalogue and publish it as a static API.",
	dev: "Build a catalogue, serve it, and rebuild it when it changes.",
	preview: "Serve a published tree. Links use the address of each request.",
	mirror: "Copy a published tree, or update the copy.",
	verify: "Check a mirror or a build, without a network.",
	keygen: "Create a key for signing releases.",
};

const about = "Publish a catalogue of sound clips as a static API.";
const { url } = import.meta;
const program = commandOf(
	"instants",
	about,
	COMMANDS,
	(name) => import(new URL(`${name}${extname(url)}`, url).href),
);
await run(program.version(VERSION, "--version", "print the version"));
