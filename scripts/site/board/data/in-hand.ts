/** How many clips a page may hold at once, to order them, and to search more than their names. */

/** Their packs are some fifty small files. */
export const MAX_IN_HAND = 1000;
