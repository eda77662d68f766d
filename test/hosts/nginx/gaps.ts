/** What nginx cannot answer. */
import type { Gap } from "../../contract/target.ts";
import { LINK_GAP, SEARCH_GAP, SPELLING_GAP } from "../rule-gaps.ts";

export const NGINX_GAPS: readonly Gap[] = [SEARCH_GAP, LINK_GAP, SPELLING_GAP];
