import type { OptionalLetter } from '#contract/letters.ts';

/** What each kind of letter is made of. No more of a person's or company's data than the text needs. */
export interface LetterFacts {
  'confirm-address': Record<string, never>;
  'cards-ready': { orderId: number; cards: number };
  'order-rejected': { orderId: number; reason: string };
  'order-withdrawn': { orderId: number; reason: string };
  /** Null: the first admin's document was accepted. */
  'authority-decided': { reason: string | null };
  'erasure-declined': { reason: string };
  /** `YYYY-MM`; of one document that was published by hand its title, and whether it corrects another. */
  'month-documents': { month: string; title?: string; corrects?: boolean };
  security: SecurityFacts;
}

/** What happened to somebody's access. `who`: whom it concerns, by name or masked phone. */
export type SecurityFacts = { who: string } & (
  | { event: 'new-device'; device: string; network: string; at: string }
  | { event: 'role-changed'; role: string }
  | { event: 'colleague-came'; role: string }
  | { event: 'colleague-left' }
  | { event: 'mail-changed'; to: string }
  | { event: 'factor-added'; title: string }
  | { event: 'factor-removed'; title: string }
  | { event: 'phone-change-allowed'; to: string; at: string }
  | { event: 'phone-changed'; to: string }
);
export type SecurityEvent = SecurityFacts['event'];

export type LetterKind = keyof LetterFacts;

/** A letter that can be switched off, by a word in the contract. */
export function isOptional(kind: LetterKind): kind is OptionalLetter & LetterKind {
  return kind === 'month-documents';
}

/** Letters that can be switched off, as the screens name them. */
export const OPTIONAL_TITLES: Readonly<Record<OptionalLetter, string>> = {
  'month-documents': 'Документы за месяц готовы',
};

/**
 * Why a letter was given up. `address` and `blocked`: the mail server's word; `late`: no server took it in days; `changed`:
 * the address is no longer the person's; `unwanted`: switched off meanwhile.
 */
export type LetterRefusal = 'address' | 'blocked' | 'late' | 'changed' | 'unwanted';

/** A text before it is laid out: the one template makes both its forms. */
export interface LetterText {
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to do, as a button and as an address. */
  action: { label: string; url: string };
  /** Small, under the action: what to do if the letter is a mistake, for how long the link is good. */
  notes?: readonly string[];
}

/** What a letter's text may point at. */
export interface LetterLinks {
  /** The portal's own address, without a slash at its end. */
  site: string;
  /** With a token of its own; only where the letter needs one. */
  token: string;
  operator: string;
}
