import type { Size } from './make-steps.ts';

/** What CI plays each time: it meets every kind of fault, and a month is closed in it. */
export const FIXED: Size = { seed: 1, days: 7, companies: 8, faultEvery: 7, deedsADay: 6 };
