/** Lets so many pieces of work be under way at the same time; the others wait, in their order. */
export interface Places {
  take<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** `most` is asked each time, because it may change. */
export function placesOf(most: () => number): Places {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function letIn(): void {
    while (waiting.length > 0 && taken < most()) {
      taken += 1;
      waiting.shift()?.();
    }
  }

  return {
    async take(work) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        letIn();
      });
      try {
        return await work();
      } finally {
        taken -= 1;
        letIn();
      }
    },
  };
}
