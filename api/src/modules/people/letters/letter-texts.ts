import { authorityDecidedLetter } from './authority-decided-letter.ts';
import { cardsReadyLetter } from './cards-ready-letter.ts';
import { confirmAddressLetter } from './confirm-address-letter.ts';
import { erasureDeclinedLetter } from './erasure-declined-letter.ts';
import type { LetterFacts, LetterKind, LetterLinks, LetterText } from './letter.ts';
import { monthDocumentsLetter } from './month-documents-letter.ts';
import { orderRejectedLetter } from './order-rejected-letter.ts';
import { noticeLetter } from './notice-letter.ts';
import { securityLetter } from './security-letter.ts';
import { orderWithdrawnLetter } from './order-withdrawn-letter.ts';

/** The catalogue: every letter that the programme sends, one file each. */
export const LETTER_TEXTS: {
  [Kind in LetterKind]: (facts: LetterFacts[Kind], links: LetterLinks) => LetterText;
} = {
  'confirm-address': confirmAddressLetter,
  'cards-ready': cardsReadyLetter,
  'order-rejected': orderRejectedLetter,
  'order-withdrawn': orderWithdrawnLetter,
  'authority-decided': authorityDecidedLetter,
  'erasure-declined': erasureDeclinedLetter,
  'month-documents': monthDocumentsLetter,
  security: securityLetter,
  'order-approved': noticeLetter,
  'topped-up': noticeLetter,
  'low-balance': noticeLetter,
  debt: noticeLetter,
  'company-blocked': noticeLetter,
  'payment-due': noticeLetter,
  'movement-failed': noticeLetter,
  'movement-unclear': noticeLetter,
  'card-blocked': noticeLetter,
  purchase: noticeLetter,
  decline: noticeLetter,
  'exception-asked': noticeLetter,
  'objection-answered': noticeLetter,
  'webhook-stopped': noticeLetter,
  signals: noticeLetter,
  'mailing-stopped': noticeLetter,
  'staff-urgent': noticeLetter,
  'staff-waits': noticeLetter,
  'notices-gathered': noticeLetter,
};
