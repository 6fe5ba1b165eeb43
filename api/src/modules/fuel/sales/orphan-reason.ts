/** No company has this card, as far as we know. */
export const UNKNOWN_CARD = 'unknown card';

/** Its card is ours, its day has not come. */
export const DATED_AHEAD = 'dated ahead';

/** Prefix of the key of an unreadable record; readable ones have their network's own id. */
export const ILLEGIBLE = 'illegible:';
