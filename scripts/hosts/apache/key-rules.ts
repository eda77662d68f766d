/** Rules that make the key of a name, as `wordKey` has it: Apache can exchange one character at a time. */
import { parameter, TRIMMED } from "../routes.ts";
import { matches, quoted, rule, set, variable } from "./rule.ts";

/** Punctuation that some clients leave bare in a query, percent-encoded. */
const BARE = [..."!'()*-._~"].map((c) => [c, c.charCodeAt(0).toString(16)] as const);

/** No key is longer, and each round exchanges one character: `N` ends with an error of the server. */
const LONGEST_KEY = 120;

/** The key of a name, as `wordKey` has it: one character a round, and each round begins anew. */
export function keyRules(): string[] {
	const again = `N=${2 * LONGEST_KEY + 10}`;
	const trimmed = `%{tolower:%{reqenv:INSTANTS_TRIMMED}} =~ m#^((?:[a-z0-9!'()*._~-]|%[0-9a-f][0-9a-f]){1,${LONGEST_KEY}})$#`;
	return [
		rule([matches("%{QUERY_STRING}", parameter("name"))], [set("NAME", "%1")]),
		rule([matches(variable("NAME"), TRIMMED)], [set("TRIMMED", "%1")]),
		rule([`${variable("KEY")} =""`, `expr ${quoted(trimmed)}`], [set("KEY", "%1")]),
		...BARE.map(([character, hex]) =>
			rule(
				[
					`${variable("STEP")} =""`,
					matches(variable("KEY"), `^([^${character}]*)[${character}](.*)$`),
				],
				[set("KEY", `%1\\%${hex}%2`), again],
			),
		),
		rule(
			[matches(variable("KEY"), "^([^%]*)%(.*)$")],
			[set("STEP", "2"), set("KEY", "%1_%2"), again],
		),
	];
}
