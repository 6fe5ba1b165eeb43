/** Since when a card's first truck and first driver are on it: until they were entered, nobody had written down who it was. */
export const SINCE_EVER = new Date('2000-01-01T00:00:00Z');
