/** JavaScript as CloudFront Functions know it: what their runtime 2.0 is not documented to have, is not there. */
import { createContext, runInContext } from "node:vm";

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html */
const DOCUMENTED: Readonly<Record<string, string>> = {
	globalThis: `globalThis undefined NaN Infinity decodeURI decodeURIComponent encodeURI
		encodeURIComponent isFinite isNaN parseFloat parseInt Object String Number Boolean Math Date
		Function RegExp JSON Array Promise Error EvalError RangeError ReferenceError SyntaxError
		TypeError URIError`,
	Object: `assign create defineProperties defineProperty entries freeze getOwnPropertyDescriptor
		getOwnPropertyNames getPrototypeOf is isExtensible isFrozen isSealed keys preventExtensions seal
		values prototype name length`,
	"String.prototype": `charAt codePointAt concat constructor endsWith includes indexOf
		lastIndexOf length match padEnd padStart repeat replace search slice split startsWith
		substr substring toLowerCase toString toUpperCase trim trimEnd trimStart valueOf`,
	"Array.prototype": `concat constructor copyWithin every fill filter find findIndex forEach
		includes indexOf join lastIndexOf length map pop push reduce reduceRight reverse shift slice some
		sort splice toString unshift`,
};

/** Syntax that the runtime is not documented to have. */
const UNDOCUMENTED =
	/\b(?:class|yield|import|export|require|eval|new)\b|function\s*\*|\bof\b|\.\.\.|\?\.|\?\?|\(\s*[{[][^)]*\)\s*=>|\b(?:const|let|var)\s*[{[]|\bcatch\s*\{|\/[a-z]*[uysvd][a-z]*[.,);]|\(\?</;

/** Code without the texts in quotes, which may hold anything. */
function syntaxOf(code: string): string {
	return code.replace(/"(?:[^"\\]|\\.)*"/g, '""');
}

/** The first thing in the code that the runtime is not documented to understand. */
export function undocumentedSyntax(code: string): string | undefined {
	return UNDOCUMENTED.exec(syntaxOf(code))?.[0];
}

const STRIP_DOWN = Object.entries(DOCUMENTED)
	.map(
		([owner, names]) =>
			`for (const name of Object.getOwnPropertyNames(${owner}))
				if (!${JSON.stringify(names.split(/\s+/))}.includes(name)) delete ${owner}[name];`,
	)
	.reverse()
	.join("\n");

/** Runs the code, in strict mode as CloudFront does, and gives its handler. */
export function loadFunction(code: string): (event: object) => unknown {
	const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
	runInContext(`(() => { ${STRIP_DOWN} })()`, context);
	return runInContext(`"use strict";\n${code}\nhandler;`, context) as (event: object) => unknown;
}
