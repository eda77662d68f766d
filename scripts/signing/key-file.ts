/** Writes and reads the files of a key pair: the secret key is for the owner alone, the public key for everyone. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
	for (const path of [file, `${file}.pub`]) {
		if (lstatSync(path, { throwIfNoEntry: false }))
			throw new KeyFileError(
				`${path}: already exists, and a lost key cannot be made again; name another file`,
			);
	}
	const { privateKey } = generateKeyPairSync("ed25519");
	const publicKey = publicKeyText(privateKey);
	const secret = privateKey.export({ format: "pem", type: "pkcs8" });
	const comment = "untrusted comment: public key of a published catalogue";
	try {
		writeFileSync(`${file}.pub`, `${comment}\n${publicKey}\n`, { flag: "wx" });
		writeFileSync(file, secret, { mode: 0o600, flag: "wx" });
		return publicKey;
	} catch (error) {
		for (const path of [file, `${file}.pub`]) rmSync(path, { force: true });
		throw withFile(file, error);
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
