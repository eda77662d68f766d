/** Writes and reads the files of a key pair: the secret key is for the owner alone, the public key for everyone. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { commandLine } from "../console/invocation.ts";
import { UserError, withFile } from "../console/user-error.ts";
import { publicKeyText } from "./minisign.ts";

/**
 * Writes a new secret key to `file`, which only its owner can read, and the public key to `file.pub`.
 * Returns the public key. Throws a UserError, and leaves neither file, if either exists or
 * cannot be written.
 */
export function createKeyFiles(file: string): string {
	const { privateKey } = generateKeyPairSync("ed25519");
	const publicKey = publicKeyText(privateKey);
	const secret = privateKey.export({ format: "pem", type: "pkcs8" });
	const comment = "untrusted comment: public key of a published catalogue";
	const made: string[] = [];
	const make = (path: string, content: string | Buffer, mode: number): void => {
		const descriptor = openSync(path, "wx", mode);
		made.push(path);
		try {
			writeFileSync(descriptor, content);
		} finally {
			closeSync(descriptor);
		}
	};
	try {
		make(file, secret, 0o600);
		make(`${file}.pub`, `${comment}\n${publicKey}\n`, 0o666);
		return publicKey;
	} catch (error) {
		for (const path of made) rmSync(path);
		const { code, path } = error as NodeJS.ErrnoException;
		if (code !== "EEXIST") throw withFile(file, error);
		throw new UserError(
			`${path}: already exists, and a lost key cannot be made again; name another file`,
		);
	}
}

/** Reads a secret key. Throws a UserError. */
export function readSecretKey(file: string): KeyObject {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		const { message } = error as Error;
		throw new UserError(
			`--sign ${file}: cannot be read (${message}); ${commandLine("keygen", file)} makes a key`,
		);
	}
	try {
		const key = createPrivateKey(text);
		if (key.asymmetricKeyType === "ed25519") return key;
	} catch {
		// It is no key at all.
	}
	throw new UserError(
		`--sign ${file}: is not a secret key; name the file that ${commandLine("keygen")} wrote, without .pub`,
	);
}
