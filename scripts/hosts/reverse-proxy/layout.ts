/** Where things are on a server of nginx, Caddy or Apache: fixed, so that their configuration is too. */

/** The folder of the server file. */
export const HOME = "/srv/instants";

/** The folder of the published tree. */
export const TREE = `${HOME}/dist`;

/** Where the server file listens. */
export const BACKEND_PORT = 8000;
export const BACKEND = `127.0.0.1:${BACKEND_PORT}`;
