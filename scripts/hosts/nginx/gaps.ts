/** What nginx cannot answer. */
import type { Gap } from "../gap.ts";
import { LENGTH_GAP, LINK_GAP, PUNCTUATION_GAP, SEARCH_GAP } from "../rule-gaps.ts";

export const NGINX_GAPS: readonly Gap[] = [SEARCH_GAP, PUNCTUATION_GAP, LINK_GAP, LENGTH_GAP];
