import type { EndpointData } from '#contract/endpoint.ts';
import type { EMBEDDED_EDM_ACTIONS, listEmbeddedEdm, EmbeddedEdmAnswer } from '#contract/edm-development.ts';

export type EmbeddedDocument = EndpointData<typeof listEmbeddedEdm>['documents'][number];
export type EmbeddedAction = (typeof EMBEDDED_EDM_ACTIONS)[number];

export const ACTION_LABELS: Record<EmbeddedAction, { label: string; needsText: boolean }> = {
  sign: { label: 'Подписать', needsText: false },
  disagree: { label: 'Подписать с разногласиями', needsText: true },
  refuse: { label: 'Отказать в подписи', needsText: true },
  'ask-annulment': { label: 'Попросить аннулировать', needsText: true },
  'propose-annulment': { label: 'Подписать наше предложение аннулировать', needsText: false },
  'accept-annulment': { label: 'Согласиться аннулировать', needsText: false },
  'reject-annulment': { label: 'Не аннулировать', needsText: false },
};

const STAGES = { draft: 'черновик', sent: 'отправлен', delivered: 'ждёт ответа' };
const ANSWERS: Record<EmbeddedEdmAnswer, string> = {
  signed: 'подписан',
  disagreed: 'подписан с разногласиями',
  refused: 'в подписи отказано',
};
const ANNULMENTS = {
  ours: 'мы предлагаем аннулировать',
  theirs: 'покупатель просит аннулировать',
  accepted: 'аннулирован',
  rejected: 'аннулировать отказались',
};

/** «подписан, покупатель просит аннулировать». */
export function formatState({ stage, answer, annulment }: EmbeddedDocument): string {
  return [answer ? ANSWERS[answer] : STAGES[stage], annulment && ANNULMENTS[annulment]]
    .filter(Boolean)
    .join(', ');
}
