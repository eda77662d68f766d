/**
 * Signatures in the format of minisign, so that anyone can check a release with another program.
 * https://jedisct1.github.io/minisign/#signature-format
 */
import {
	createHash,
	createPublicKey,
	type KeyObject,
	sign as signEd25519,
	verify as verifyEd25519,
} from "node:crypto";

/** The lengths of the parts of keys and signatures, in bytes. */
const ALGORITHM = 2;
const KEY_ID = 8;
const KEY = 32;
const SIGNATURE = 64;

const UNTRUSTED = "untrusted comment: ";
const TRUSTED = "trusted comment: ";

/** The public key in minisign's format: one line of Base64. */
export function publicKeyText(secret: KeyObject): string {
	const { x = "" } = createPublicKey(secret).export({ format: "jwk" });
	const key = Buffer.from(x, "base64url");
	return Buffer.concat([Buffer.from("Ed"), keyId(key), key]).toString("base64");
}

/** minisign's ids are random. An id that is derived from the key does not have to be stored. */
function keyId(key: Buffer): Buffer {
	return createHash("sha256").update(key).digest().subarray(0, KEY_ID);
}

/** Whether the text is a public key in minisign's format. */
export function isPublicKey(text: string): boolean {
	const bytes = decoded(text, ALGORITHM + KEY_ID + KEY);
	return bytes?.toString("latin1", 0, ALGORITHM) === "Ed";
}

/** The text of a `.minisig` file. The comment is one line, and is also signed. */
export function signature(text: string, secret: KeyObject, comment: string): string {
	const signed = signEd25519(null, digest(text), secret);
	const withComment = signEd25519(null, Buffer.concat([signed, Buffer.from(comment)]), secret);
	const id = keyId(Buffer.from(publicKeyText(secret), "base64").subarray(ALGORITHM + KEY_ID));
	const line = Buffer.concat([Buffer.from("ED"), id, signed]).toString("base64");
	return [
		`${UNTRUSTED}signature of a published catalogue`,
		line,
		`${TRUSTED}${comment}`,
		withComment.toString("base64"),
		"",
	].join("\n");
}

/** Whether `minisig` is the signature of `text`, and of its own comment, by the key. */
export function isSigned(text: string, minisig: string, publicKey: string): boolean {
	const [untrusted = "", line = "", trusted = "", global = "", ...rest] = minisig.split(/\r?\n/);
	const signed = decoded(line, ALGORITHM + KEY_ID + SIGNATURE);
	const ofComment = decoded(global, SIGNATURE);
	if (!isPublicKey(publicKey) || signed === undefined || ofComment === undefined) return false;
	if (!untrusted.startsWith(UNTRUSTED) || !trusted.startsWith(TRUSTED)) return false;
	if (rest.some((more) => more !== "")) return false;
	const key = Buffer.from(publicKey, "base64");
	const head = Buffer.concat([Buffer.from("ED"), key.subarray(ALGORITHM, ALGORITHM + KEY_ID)]);
	if (!signed.subarray(0, head.length).equals(head)) return false;
	const ofText = signed.subarray(head.length);
	const comment = Buffer.from(trusted.slice(TRUSTED.length));
	const object = createPublicKey({
		key: { kty: "OKP", crv: "Ed25519", x: key.subarray(head.length).toString("base64url") },
		format: "jwk",
	});
	return (
		verifyEd25519(null, digest(text), object, ofText) &&
		verifyEd25519(null, Buffer.concat([ofText, comment]), object, ofComment)
	);
}

/** The hash of the file, which is what minisign signs. */
function digest(text: string): Buffer {
	return createHash("blake2b512").update(text).digest();
}

/** Decodes Base64; undefined if the result does not have this length. */
function decoded(text: string, bytes: number): Buffer | undefined {
	const data = Buffer.from(text, "base64");
	return data.length === bytes && data.toString("base64") === text ? data : undefined;
}
