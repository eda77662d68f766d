/** SHA-256 with the one API that every runtime has. */

/** The hash in hex. */
export async function sha256(data: string | BufferSource): Promise<string> {
	const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
	const digest = new DataView(await crypto.subtle.digest("SHA-256", bytes));
	let hex = "";
	for (let at = 0; at < digest.byteLength; at += 4) {
		hex += digest.getUint32(at).toString(16).padStart(8, "0");
	}
	return hex;
}
