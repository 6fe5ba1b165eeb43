import type { EMBEDDED_EDM_ACTIONS } from '#contract/papers/edm-development.ts';
import type { EmbeddedDocument, DocumentProgress } from './embedded-document.ts';

type EmbeddedAction = (typeof EMBEDDED_EDM_ACTIONS)[number];

/** Lists the possible actions with a document. A document is answered once, and annulled by both sides or by neither. */
export function listActions({ stage, answer, annulment, undelivered }: DocumentProgress): EmbeddedAction[] {
  if (stage !== 'delivered' || undelivered !== null || annulment === 'accepted') return [];
  if (annulment === 'ours' || annulment === 'theirs') return ['accept-annulment', 'reject-annulment'];
  if (answer === null) return ['sign', 'disagree', 'refuse', 'propose-annulment'];
  if (answer === 'refused') return [];
  return ['ask-annulment', 'propose-annulment'];
}

/** Returns the fields of the document after the action. What has happened to it by itself stays. */
export function applyAction(
  standing: DocumentProgress,
  action: EmbeddedAction,
  text: string,
): Pick<EmbeddedDocument, 'answer' | 'answerText' | 'annulment' | 'annulmentText'> {
  const now = {
    answer: standing.answer,
    answerText: standing.text,
    annulment: standing.annulment,
    annulmentText: standing.annulmentText,
  };
  switch (action) {
    case 'sign':
      return { ...now, answer: 'signed', answerText: '' };
    case 'disagree':
      return { ...now, answer: 'disagreed', answerText: text };
    case 'refuse':
      return { ...now, answer: 'refused', answerText: text };
    case 'ask-annulment':
      return { ...now, annulment: 'theirs', annulmentText: text };
    case 'propose-annulment':
      return { ...now, annulment: 'ours', annulmentText: text };
    case 'accept-annulment':
      return { ...now, annulment: 'accepted' };
    case 'reject-annulment':
      return { ...now, annulment: 'rejected' };
  }
}
