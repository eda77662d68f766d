/** Serves a published tree as a host would, its links rebased to where it is served. */
import { startTreeServer, type TreeServer } from "../hosts/node/tree-server.ts";

/** A preview that answers. */
export type Preview = TreeServer;

/** Serves the tree in `folder` until it is stopped. Port 0 takes a free one. Throws a ServerError. */
export function startPreview(folder: string, port: number): Promise<Preview> {
	return startTreeServer(folder, port, { folder: "--dir", port: "--port" }, { rebase: true });
}
