/** Fills in templates: files in their own language, with `{{name}}` where a value belongs. */
import { readFileSync } from "node:fs";

/** The text of a template with its values filled in, each formatted by `print`. */
export function fillTemplate<V>(
	template: URL,
	values: Readonly<Record<string, V>>,
	print: (value: V) => string = String,
): string {
	return readFileSync(template, "utf8").replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
		const value = values[name];
		if (value === undefined) throw new Error(`${template.pathname}: {{${name}}} has no value`);
		return print(value);
	});
}
