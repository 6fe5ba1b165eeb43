import type { Size } from './make-steps.ts';

/** Size of the run that CI plays each time: it meets every kind of fault and closes a month. */
export const FIXED: Size = { seed: 842, days: 8, companies: 8, faultEvery: 7, actionsPerDay: 6 };
