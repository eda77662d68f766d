/** How the rewrite rules of an .htaccess are written. https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html */

/** A quoted argument. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** What an earlier rule has found. */
export const variable = (name: string): string => `%{ENV:INSTANTS_${name}}`;
/** A flag that keeps it. */
export const set = (name: string, value: string): string => `E=INSTANTS_${name}:${value}`;

/** Conditions and the flags of the rule that they lead to; the address stays as it is. */
export function rule(conditions: readonly string[], flags: readonly string[]): string {
	const lines = conditions.map((condition) => `RewriteCond ${condition}`);
	return [...lines, `RewriteRule ^ - [${flags.join(",")}]`].join("\n");
}

/** A condition: the subject has, or has not, this form. */
export const matches = (subject: string, pattern: string): string =>
	`${subject} ${quoted(pattern)}`;
export const matchesNot = (subject: string, pattern: string): string =>
	matches(subject, `!${pattern}`);
