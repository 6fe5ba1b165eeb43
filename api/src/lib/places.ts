/** Lets this many pieces of work be under way at the same time; the others wait, in their order. */
export interface Places {
  /** Owners take turns, so an owner with a crowd waiting delays another one by only one turn. */
  take<Result>(work: () => Promise<Result>, owner?: string | number): Promise<Result>;
}

/** `max` is asked each time, because it may change. */
export function createPlaces(max: () => number): Places {
  /** Waiting work by owner, in the order of turns. */
  const waiting = new Map<string | number, (() => void)[]>();
  let taken = 0;

  function admitNext(): void {
    while (waiting.size > 0 && taken < max()) {
      const [owner, line] = waiting.entries().next().value as [string | number, (() => void)[]];
      waiting.delete(owner);
      const enter = line.shift();
      if (line.length > 0) waiting.set(owner, line);
      taken += 1;
      enter?.();
    }
  }

  return {
    async take(work, owner = '') {
      await new Promise<void>((resolve) => {
        const line = waiting.get(owner);
        if (line) line.push(resolve);
        else waiting.set(owner, [resolve]);
        admitNext();
      });
      try {
        return await work();
      } finally {
        taken -= 1;
        admitNext();
      }
    },
  };
}
