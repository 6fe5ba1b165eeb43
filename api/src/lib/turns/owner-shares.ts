/** Limits of one kind of work for an owner: how much may run at once, and how much may wait. */
export interface Share {
  maxConcurrent: number;
  waiting: number;
}

/** The owner has so much under way and in his line that no more is taken. */
export class LineTooLong extends Error {}

export interface OwnerShares {
  /**
   * Takes a place for the owner, after the owner's earlier ones. Returns a function that gives it back, once. Each
   * owner has separate places, so a crowd of one owner delays no other. Throws LineTooLong, also when the caller's
   * signal has ended the waiting. A function makes the signal of one that has to wait.
   */
  take(owner: string, signal?: AbortSignal | (() => AbortSignal)): Promise<() => void>;
}

interface Line {
  busy: number;
  waiting: (() => void)[];
}

export function ownerShares({ maxConcurrent, waiting }: Share): OwnerShares {
  const lines = new Map<string, Line>();

  function leave(owner: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.busy -= 1;
    if (line.busy === 0) lines.delete(owner);
  }

  return {
    async take(owner, signal) {
      const line = lines.get(owner) ?? { busy: 0, waiting: [] };
      lines.set(owner, line);
      if (line.busy < maxConcurrent) line.busy += 1;
      else if (line.waiting.length >= waiting) throw new LineTooLong();
      else await turn(line, typeof signal === 'function' ? signal() : signal);
      let isLeft = false;
      return () => {
        if (!isLeft) leave(owner, line);
        isLeft = true;
      };
    },
  };
}

function turn({ waiting }: Line, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = (): void => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(new LineTooLong());
    };
    waiting.push(enter);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}
