import { EMBEDDED_EDM_ANSWERS } from '#contract/papers/edm-development.ts';

/** Seconds that the invitation's task takes, and then the company's answer, and that a document travels. */
export const TASK_SECONDS = 2;
export const ANSWER_SECONDS = 4;
/** The operator's person signs and sends a draft. */
export const DRAFT_SECONDS = 1;
export const DELIVERY_SECONDS = 2;
export const SIGNATURE_SECONDS = 6;
/** Another operator takes its time. */
export const ROAMING_SECONDS = 4;

export type BuyersAnswer = (typeof EMBEDDED_EDM_ANSWERS)[number];

export interface EmbeddedBox {
  inn: string;
  invitedAt: Date;
  byHand: boolean;
}

export interface EmbeddedDocument {
  /** Operation id that the sender has given the document. */
  id: string;
  inn: string;
  /** Type of the document on its wire. */
  kind: string;
  name: string;
  content: Buffer;
  writtenAt: Date;
  answer: BuyersAnswer | null;
  answerText: string;
  annulment: 'ours' | 'theirs' | 'accepted' | 'rejected' | null;
  annulmentText: string;
  byHand: boolean;
}

/**
 * Returns how a company's box answers an invitation, by the last two digits of its INN, so that every outcome can be
 * shown.
 */
export function boxOutcome(inn: string): 'accepted' | 'rejected' | 'roaming-required' | 'failed' {
  const outcomes = { 13: 'rejected', 14: 'roaming-required', 15: 'failed' } as const;
  return outcomes[inn.slice(-2) as unknown as keyof typeof outcomes] ?? 'accepted';
}

/** A company of another operator. */
export const isInRoaming = (inn: string): boolean => inn.endsWith('20');

/** Its id in the exchange, as a subscriber of `own`, or of another operator. */
export const getParticipantId = (inn: string, own: '2BM' | '2BE'): string =>
  `${isInRoaming(inn) ? '2AL' : own}-${inn}-embedded`;

/** The same for a document, of companies that have accepted. */
const ENDS: Readonly<Record<string, Partial<DocumentProgress>>> = {
  16: { answer: 'refused', text: 'Не сходится количество литров' },
  17: { undelivered: 'ящик закрыт' },
  18: { answer: 'disagreed', text: 'Литры не сходятся с путевыми листами' },
  19: { answer: 'signed', annulment: 'theirs', annulmentText: 'Документ выставлен не тому договору' },
};

/** State of a document at a moment. A person's answer goes before what happens by itself. */
export interface DocumentProgress {
  stage: 'draft' | 'sent' | 'delivered';
  answer: BuyersAnswer | null;
  text: string;
  annulment: EmbeddedDocument['annulment'];
  annulmentText: string;
  /** Why another operator has not taken it. Null means that it has, or has not been asked. */
  undelivered: string | null;
}

export function getStanding(document: EmbeddedDocument, now: Date): DocumentProgress {
  const seconds = (now.getTime() - document.writtenAt.getTime()) / 1000;
  const travels = DELIVERY_SECONDS + (isInRoaming(document.inn) ? ROAMING_SECONDS : 0);
  const stage = seconds < DRAFT_SECONDS ? 'draft' : seconds < travels ? 'sent' : 'delivered';
  const input: DocumentProgress = {
    stage,
    answer: document.answer,
    text: document.answerText,
    annulment: document.annulment,
    annulmentText: document.annulmentText,
    undelivered: null,
  };
  const left = document.byHand || document.answer !== null || document.annulment !== null;
  if (left || seconds < travels + SIGNATURE_SECONDS) return input;
  return { ...input, answer: 'signed', ...ENDS[document.inn.slice(-2)], ...getUndelivered(document.inn) };
}

/** Leaves undelivered documents without a signature. */
function getUndelivered(inn: string): Partial<DocumentProgress> {
  return ENDS[inn.slice(-2)]?.undelivered === undefined ? {} : { answer: null };
}

/**
 * Builds the buyer's title of a document signed with disagreements, the only text of the buyer that both wires carry.
 */
export function buyersTitle(document: EmbeddedDocument, text: string): Buffer {
  const escaped = text.replace(/[<>&"']/g, ' ');
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><Файл ИдФайл="ON_NSCHFDOPPOK_${document.id}"><ИнфПок><СодФХЖ4>` +
      `<СвПрин СодОпер="${escaped}"><КодСодОпер КодИтога="2"/></СвПрин></СодФХЖ4></ИнфПок></Файл>`,
  );
}
