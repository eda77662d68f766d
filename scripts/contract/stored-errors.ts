/** The one error that is published as a file: for hosts that must answer without running any code. */
import { UNAVAILABLE } from "./answers.ts";
import { toJson } from "./envelope.ts";

/** Where it is. */
export const UNAVAILABLE_PATH = "/v1/instants/errors/unavailable.json";

/** What the handler answers with status 503. */
export const UNAVAILABLE_BODY = toJson(UNAVAILABLE);
