/** How long the program waits for its database, and for itself, in milliseconds. */
export interface Timeouts {
  /** For a connection to be opened. */
  connect: number;
  /**
   * For a database that cannot be reached, while another machine takes over: what is asked meanwhile waits, and what had no
   * answer is asked again where that is harmless. Less than `batch`.
   */
  hold: number;
  /** For a free connection of a pool: in a rush that is a queue, not a fault. */
  turn: number;
  /** For the next word of an answer. Then the server is asked whether it is still at work on it. */
  quiet: number;
  /** For a batch of money movements. Then its deeds fail, their outcome unknown, and the next batch begins. */
  batch: number;
  /** For the queue to fetch or to finish a job. */
  queue: number;
  /** For one turn of a loop, and for one reading of a network's feed, which may be a month of sales. */
  loop: number;
  feed: number;
  /** For the answer to `/readyz`. */
  ready: number;
  /** Between two signs of life of a runner of the queue. */
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
