/** Writes and reads the files of a key pair: the secret key is for the owner alone, the public key for everyone. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
	const both = [file, `${file}.pub`] as const;
	const there = both.find((path) => lstatSync(path, { throwIfNoEntry: false }));
	if (there !== undefined) {
		throw new UserError(
			`${there}: already exists, and will not be overwritten, because a lost key cannot be recreated; choose another file`,
		);
	}
	try {
		writeFileSync(both[0], secret, { flag: "wx", mode: 0o600 });
		writeFileSync(both[1], `${comment}\n${publicKey}\n`, { flag: "wx" });
		return publicKey;
	} catch (error) {
		// A key that another program wrote in the meantime is not deleted.
		const isOurs = (error as NodeJS.ErrnoException).code !== "EEXIST";
		for (const path of isOurs ? both : []) rmSync(path, { force: true });
		throw withFile(file, error);
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
		// The file contains no key at all.
	}
	throw new UserError(
		`--sign ${file}: is not a secret key; use the file that ${commandLine("keygen")} wrote, without .pub`,
	);
}
