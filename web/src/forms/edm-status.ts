import type { EDM_MESSAGE_STATES } from '#contract/papers/edm.ts';

type State = (typeof EDM_MESSAGE_STATES)[number];

/** Status of a document at the operator of electronic documents. `tone` is the one of `StatusLabel`. */
export const EDM_STATUS: Record<State, { tone: 'wait' | 'go' | 'stop' | 'neutral'; words: string }> = {
  queued: { tone: 'wait', words: 'ждёт отправки' },
  sent: { tone: 'wait', words: 'передан оператору' },
  delivered: { tone: 'wait', words: 'доставлен' },
  signed: { tone: 'go', words: 'подписан' },
  disagreed: { tone: 'stop', words: 'подписан с разногласиями' },
  refused: { tone: 'stop', words: 'в подписи отказано' },
  cancelling: { tone: 'wait', words: 'предложено аннулировать' },
  cancelled: { tone: 'neutral', words: 'аннулирован' },
  failed: { tone: 'stop', words: 'не доставлен' },
};
