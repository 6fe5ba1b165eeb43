import type { EDM_MESSAGE_STATES } from '#contract/papers/edm.ts';

type State = (typeof EDM_MESSAGE_STATES)[number];

/** Status of a document at the operator of electronic documents. `tone` is the one of `StatusLabel`. */
export const EDM_STATUS: Record<State, { tone: 'wait' | 'go' | 'stop' | 'neutral'; text: string }> = {
  queued: { tone: 'wait', text: 'ждёт отправки' },
  sent: { tone: 'wait', text: 'передан оператору' },
  delivered: { tone: 'wait', text: 'доставлен' },
  signed: { tone: 'go', text: 'подписан' },
  disagreed: { tone: 'stop', text: 'подписан с разногласиями' },
  refused: { tone: 'stop', text: 'в подписи отказано' },
  cancelling: { tone: 'wait', text: 'предложено аннулировать' },
  cancelled: { tone: 'neutral', text: 'аннулирован' },
  failed: { tone: 'stop', text: 'не доставлен' },
};
