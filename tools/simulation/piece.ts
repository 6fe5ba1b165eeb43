import type { Size } from './make-steps.ts';

/** A day of simulation is played in as many nights. */
export const PIECES = 48;
export const PIECE_SECONDS = 86_400 / PIECES;

/** Few companies for long close a quarter; many faults and many companies take turns with them. */
const SIZES: readonly Omit<Size, 'seed'>[] = [
  { days: 20, companies: 24 },
  { days: 7, companies: 8, faultEvery: 7, actionsPerDay: 6 },
  { days: 100, companies: 6, faultEvery: 25 },
];
const SEEDS_OF_PIECE = 1_000_000;

/** Returns a run of a piece, both counted from 0. No two pieces share a seed. */
export function chooseRun(piece: number, run: number): Size {
  return { ...(SIZES[run % SIZES.length] as Omit<Size, 'seed'>), seed: (piece + 1) * SEEDS_OF_PIECE + run };
}
