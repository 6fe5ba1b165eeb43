import type { Context } from '../../../context.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';

export const REWORDING_ENDS = ['understood', 'not-understood', 'not-allowed', 'unavailable'] as const;
export type RewordingEnd = (typeof REWORDING_ENDS)[number];

/** Counts the outcomes of the questions that this process sent for rewording. */
export const countRewordings = memoizePerOwner((_ctx: Context): Record<RewordingEnd, number> => ({
  understood: 0,
  'not-understood': 0,
  'not-allowed': 0,
  unavailable: 0,
}));
