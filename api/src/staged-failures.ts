import type { EndpointBody } from '#contract/endpoint.ts';
import type { stageFailure } from '#contract/system.ts';
import { Refusal } from './errors.ts';

type Trouble = EndpointBody<typeof stageFailure>;

/** Failures that a test has ordered: the call's name → how its next answers fail. */
export class StagedFailures {
  readonly #troubles = new Map<string, Trouble>();

  stage(trouble: Trouble): void {
    if (trouble.times === 0) this.#troubles.delete(trouble.call);
    else this.#troubles.set(trouble.call, trouble);
  }

  /**
   * Throws the failure staged for this call and counts it down. Without words of its own it is an unexpected error.
   */
  throwFor(call: string): void {
    const trouble = this.#troubles.get(call);
    if (!trouble) return;
    this.stage({ ...trouble, times: trouble.times - 1 });
    if (trouble.message === undefined && !trouble.error_messages)
      throw new Error(`a staged failure of ${call}`);
    const [first] = Object.values(trouble.error_messages ?? {}).flat();
    const message = trouble.message ?? first ?? 'Ошибка';
    throw new Refusal(trouble.code, 'staged', message, { fields: trouble.error_messages });
  }
}
