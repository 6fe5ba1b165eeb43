import type { Action } from '#contract/access.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { SmsPurpose } from '#contract/sms-code.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { forMonth } from '../documents/month-words.ts';

/** The right that the deed requires; nobody without it is sent a code. */
export const RIGHT_OF_PURPOSE: Record<SmsPurpose, Action> = {
  order: 'orderCards',
  transfer: 'moveMoney',
  payout: 'moveMoney',
  document: 'confirmDocument',
  objection: 'confirmDocument',
  edm: 'confirmDocument',
};

export interface DeedWords {
  purpose: SmsPurpose | null;
  sumKopecks: Kopecks | null;
  /** The last four digits of the card that the money moves to or from. */
  cardTail: string | null;
  /** `YYYY-MM` of the documents. */
  month: string | null;
  /** The title of the document to be signed. */
  title: string | null;
}

/** Every further part of a message costs as much as the first. */
const TITLE_LENGTH = 60;

/** What the code confirms, as the message says it (docs/calls.md 3): «перевод 1 500,00 ₽ на карту *1234». */
export function deedWords({ purpose, sumKopecks, cardTail, month, title }: DeedWords): string {
  const sum = sumKopecks === null ? '' : ` ${formatRubles(sumKopecks)}`;
  const card = cardTail === null ? '' : ` *${cardTail}`;
  const ofMonth = month === null ? '' : ` ${forMonth(month)}`;
  // The titles of a closing set name their month themselves.
  const document = title === null ? null : `«${shortened(title.replace(ofMonth, ''))}»`;
  switch (purpose) {
    case null:
      return 'подтверждение операции';
    case 'order':
      return sum ? `заказ топливных карт на${sum}` : 'заказ топливных карт';
    case 'transfer':
      return `перевод${sum || ' средств'} на карту${card}`;
    case 'payout':
      return `вывод${sum || ' средств'} с карты${card} на счёт`;
    case 'document':
      return `подтверждение ${document ?? 'документов'}${ofMonth}`;
    case 'objection':
      return `возражение по ${document ?? 'документам'}${ofMonth}`;
    case 'edm':
      return 'подключение электронного документооборота';
  }
}

function shortened(title: string): string {
  return title.length <= TITLE_LENGTH ? title : `${title.slice(0, TITLE_LENGTH - 1).trimEnd()}…`;
}
