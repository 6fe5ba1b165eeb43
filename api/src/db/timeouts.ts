/** Timeouts of the program for its database, and for itself, in milliseconds. */
export interface Timeouts {
  /** Timeout for opening a connection. */
  connect: number;
  /**
   * Timeout for an unreachable database while another machine takes over. New requests wait meanwhile, and unanswered
   * ones are repeated where that is harmless. Less than `batch`.
   */
  hold: number;
  /** Timeout for a free connection of a pool. In a rush that is a queue, not a fault. */
  turn: number;
  /** Timeout for the next part of an answer. After it the portal asks the server whether it still works on the answer. */
  quiet: number;
  /** Timeout for a batch of money movements. After it they fail with an unknown outcome, and the next batch begins. */
  batch: number;
  /** Timeout for the queue to fetch or to finish a job. */
  queue: number;
  /** Timeout for one turn of a loop, and for one reading of a network's feed, which may be a month of sales. */
  loop: number;
  feed: number;
  /** Timeout for the answer to `/readyz`. */
  ready: number;
  /** Interval between two heartbeats of a runner of the queue. */
  signOfLife: number;
}

export const TIMEOUTS: Timeouts = {
  connect: 5000,
  hold: 10_000,
  turn: 30_000,
  quiet: 3000,
  batch: 12_000,
  queue: 120_000,
  loop: 300_000,
  feed: 3_600_000,
  ready: 3000,
  signOfLife: 10_000,
};
