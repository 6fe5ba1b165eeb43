/** Tells listeners of this process what has just happened; knows nothing of what that is. */
export interface Watch<Event> {
  tell(event: Event): void;
  /** Answers true when an event that fits comes within the time, else false. */
  waitFor(fits: (event: Event) => boolean, milliseconds: number): Promise<boolean>;
  /** Answers the function that ends it. */
  listen(listener: (event: Event) => void): () => void;
}

export function createWatch<Event>(): Watch<Event> {
  const listeners = new Set<(event: Event) => void>();

  function listen(listener: (event: Event) => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return {
    listen,
    tell(event) {
      for (const listener of listeners) listener(event);
    },
    waitFor(fits, milliseconds) {
      return new Promise((resolve) => {
        const stop = listen((event) => {
          if (fits(event)) end(true);
        });
        const timer = setTimeout(() => end(false), milliseconds);
        function end(came: boolean): void {
          clearTimeout(timer);
          stop();
          resolve(came);
        }
      });
    },
  };
}
