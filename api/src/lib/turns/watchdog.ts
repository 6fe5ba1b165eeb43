export interface Turn {
  name: string;
  startedAt: number;
  limitMs: number;
}

/**
 * Tracks the work in progress of this process and detects stalls: each turn of a loop, each batch, each step of the
 * queue.
 */
export interface Watchdog {
  /** Returns the function that ends the turn. A turn that outlives its limit is reported once. */
  begin(name: string, limitMs: number): () => void;
  /** The oldest turn of those that have outlived their limits. */
  overdue(): { name: string; seconds: number } | null;
}

export function openWatchdog(onOverdue: (turn: Turn) => void): Watchdog {
  const going = new Set<Turn>();
  return {
    begin(name, limitMs) {
      const turn = { name, startedAt: performance.now(), limitMs };
      going.add(turn);
      const late = setTimeout(() => onOverdue(turn), limitMs);
      late.unref();
      return () => {
        clearTimeout(late);
        going.delete(turn);
      };
    },
    overdue() {
      const now = performance.now();
      // A set preserves insertion order.
      const oldest = [...going].find((turn) => now - turn.startedAt > turn.limitMs);
      return oldest ? { name: oldest.name, seconds: Math.round((now - oldest.startedAt) / 1000) } : null;
    },
  };
}
