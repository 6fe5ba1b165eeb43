import { runAsWork } from '../current-work.ts';

export interface BatchLimits {
  /** Number of groups processed at the same time. */
  maxConcurrent: number;
  /** The most asks in a group. */
  maxBatch: number;
  /**
   * Time that the next group waits for one that does not end. Its asks then fail, and its later results are ignored.
   */
  timeout?: { ms: number; late: () => Error };
}

/**
 * Batches asks: those of one turn of the event loop, and those that come while `maxConcurrent` groups are in work, are
 * answered together, so the busier the process, the larger the groups. `work` returns its answers in the order of its
 * asks, with an Error for one that fails alone; if it throws, all of them fail. It may let the next group begin
 * before it has its own answers. A few stragglers do not begin then: a group of their own would cost more than it
 * saves.
 */
export function batchCalls<Ask, Answer>(
  work: (asks: Ask[], letNextBegin: () => void) => Promise<readonly (Answer | Error)[]>,
  limits: BatchLimits,
): (ask: Ask) => Promise<Answer> {
  const waiting: PendingCall<Ask, Answer>[] = [];
  let working = 0;
  // Asks of groups that have let the next begin and have no answers yet.
  let unanswered = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || working >= limits.maxConcurrent) return;
    if (waiting.length < Math.min(limits.maxBatch, unanswered / 2)) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void takeGroup();
      schedule();
    });
  }

  async function takeGroup(): Promise<void> {
    const group = waiting.splice(0, limits.maxBatch);
    working += 1;
    let freed = false;
    const startNext = (): void => {
      if (freed) return;
      freed = true;
      working -= 1;
      unanswered += group.length;
      schedule();
    };
    try {
      const asks = group.map((item) => item.ask);
      // Work done for many requests belongs to none of them.
      const answers = await inTime(
        runAsWork(undefined, () => work(asks, startNext)),
        limits.timeout,
      );
      for (const [index, one] of group.entries()) {
        const answer = answers[index] as Answer | Error;
        if (answer instanceof Error) one.reject(answer);
        else one.resolve(answer);
      }
    } catch (error) {
      for (const item of group) item.reject(error);
    }
    if (freed) unanswered -= group.length;
    else working -= 1;
    // Work that came too late and goes on must not free the place again.
    freed = true;
    schedule();
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      schedule();
    });
}

function inTime<Answers>(answers: Promise<Answers>, timeout: BatchLimits['timeout']): Promise<Answers> {
  if (!timeout) return answers;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeout.late()), timeout.ms);
    answers.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

interface PendingCall<Ask, Answer> {
  ask: Ask;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}
