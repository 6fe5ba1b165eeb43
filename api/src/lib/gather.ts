export interface GatherLimits {
  /** Groups that are worked on at the same time. */
  atOnce: number;
  /** Asks in a group. */
  most: number;
}

/**
 * Answers together what is asked within one turn of the event loop, and what is asked while all hands are full: the
 * busier the process, the larger the groups. `work` answers its asks in their order, an Error where one fails alone;
 * by throwing it fails all of them. It may let the next group begin before it has its own answers; few stragglers do not
 * begin then, for a group of theirs would cost more than it saves.
 */
export function gather<Ask, Answer>(
  work: (asks: Ask[], letNextBegin: () => void) => Promise<readonly (Answer | Error)[]>,
  limits: GatherLimits,
): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = [];
  let working = 0;
  // Asks of groups that let the next begin and have no answers yet.
  let unanswered = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || working >= limits.atOnce) return;
    if (waiting.length < Math.min(limits.most, unanswered / 2)) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void takeGroup();
      schedule();
    });
  }

  async function takeGroup(): Promise<void> {
    const group = waiting.splice(0, limits.most);
    working += 1;
    let freed = false;
    const letNextBegin = (): void => {
      if (freed) return;
      freed = true;
      working -= 1;
      unanswered += group.length;
      schedule();
    };
    try {
      const answers = await work(
        group.map((one) => one.ask),
        letNextBegin,
      );
      for (const [index, one] of group.entries()) {
        const answer = answers[index] as Answer | Error;
        if (answer instanceof Error) one.reject(answer);
        else one.resolve(answer);
      }
    } catch (error) {
      for (const one of group) one.reject(error);
    }
    if (freed) unanswered -= group.length;
    else working -= 1;
    schedule();
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      schedule();
    });
}

interface Waiting<Ask, Answer> {
  ask: Ask;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}
