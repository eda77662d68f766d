/** Writes and reads the files of a key pair: the secret key is for the owner alone, the public key for everyone. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { commandLine } from "../console/invocation.ts";
import { UserError, withFile } from "../console/user-error.ts";
import { publicKeyText } from "./minisign.ts";

/** A key file is missing or wrong, or must not be overwritten. */
export class KeyFileError extends UserError {}

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
		throw new KeyFileError(
			`${path}: already exists, and a lost key cannot be made again; name another file`,
		);
	}
}

/** Reads a secret key. Throws KeyFileError. */
export function readSecretKey(file: string): KeyObject {
	const key = parsedKey(readKeyFile(file));
	if (key?.asymmetricKeyType === "ed25519") return key;
	throw new KeyFileError(
		`--sign ${file}: is not a secret key; name the file that ${commandLine("keygen")} wrote, without .pub`,
	);
}

function readKeyFile(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		const { message } = error as Error;
		throw new KeyFileError(
			`--sign ${file}: cannot be read (${message}); ${commandLine("keygen", file)} makes a key`,
		);
	}
}

function parsedKey(text: string): KeyObject | undefined {
	try {
		return createPrivateKey(text);
	} catch {
		return undefined;
	}
}
