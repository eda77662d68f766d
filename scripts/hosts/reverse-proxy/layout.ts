/** Fixed paths and port on a server with nginx, Caddy or Apache, so that configuration never has to change. */

/** The folder that holds the server file and the configuration. */
export const HOME = "/srv/instants";

/** The folder of the published tree. */
export const TREE = `${HOME}/dist`;

/** The port that the server file listens on, on this machine only. */
export const BACKEND_PORT = 8000;
export const BACKEND = `127.0.0.1:${BACKEND_PORT}`;
