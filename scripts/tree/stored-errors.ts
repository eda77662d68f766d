/** The one error that is published as a file, for hosts that must answer without running any code. */
import { unavailable } from "../contract/answers.ts";

/** Where it is. */
export const UNAVAILABLE_PATH = "/v1/instants/errors/unavailable.json";

/** What the handler answers with status 503. */
export const UNAVAILABLE_BODY = unavailable().body ?? "";
