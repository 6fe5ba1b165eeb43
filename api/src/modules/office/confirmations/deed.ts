import type { Action } from '#contract/access.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { SmsPurpose } from '#contract/sms-code.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { counted } from '../../../lib/plural.ts';
import { forMonth } from '../documents/month-words.ts';

export interface DeedWords {
  sumKopecks: Kopecks | null;
  /** The last four digits of the card that the money moves to or from. */
  cardTail: string | null;
  /** `YYYY-MM` of the documents. */
  month: string | null;
  /** Whose documents of the month: «Газпромнефть»; null where one is named, or the whole month. */
  network: string | null;
  /** The title of the document to be signed. */
  title: string | null;
  /** The number of the card request that is being changed; null for a new one. */
  order: string | null;
  /** How many cards the money moves to or from. */
  cards: number | null;
}

/** Every further part of a message costs as much as the first. */
const TITLE_LENGTH = 60;

interface PurposeRow {
  /** The right that the deed requires; nobody without it is sent a code. Null: whoever is signed in. */
  right: Action | null;
  /** What its subject names. */
  subject: 'card' | 'cards' | 'papers' | null;
  /** What the code confirms, as the message says it (docs/calls.md 3): «перевод 1 500,00 ₽ на карту *1234». */
  words: (about: SaidOfDeed) => string;
}

export const PURPOSE: Record<SmsPurpose, PurposeRow> = {
  order: {
    right: 'orderCards',
    subject: null,
    words: ({ sum, order }) =>
      order === null
        ? `заказ топливных карт${sum && ` на${sum}`}`
        : `изменение заявки № ${order} на топливные карты${sum && `,${sum}`}`,
  },
  transfer: {
    right: 'moveMoney',
    subject: 'card',
    words: ({ sum, card }) => `перевод${sum || ' средств'} на карту${card}`,
  },
  payout: {
    right: 'moveMoney',
    subject: 'card',
    words: ({ sum, card }) => `вывод${sum || ' средств'} с карты${card} на счёт`,
  },
  transfers: {
    right: 'moveMoney',
    subject: 'cards',
    words: ({ sum, cards }) => `перевод на ${counted(cards, ['карту', 'карты', 'карт'])}, всего${sum}`,
  },
  payouts: {
    right: 'moveMoney',
    subject: 'cards',
    words: ({ sum, cards }) => `вывод с ${counted(cards, ['карты', 'карт', 'карт'])} на счёт, всего${sum}`,
  },
  document: {
    right: 'confirmDocument',
    subject: 'papers',
    words: ({ document, ofNetwork, ofMonth }) =>
      `подтверждение ${document ?? `документов${ofNetwork}`}${ofMonth}`,
  },
  objection: {
    right: 'confirmDocument',
    subject: 'papers',
    words: ({ document, ofNetwork, ofMonth }) =>
      `возражение по ${document ?? `документам${ofNetwork}`}${ofMonth}`,
  },
  edm: {
    right: 'confirmDocument',
    subject: null,
    words: () => 'подключение электронного документооборота',
  },
  access: {
    right: null,
    subject: null,
    words: () => 'изменение сотрудников, ролей или данных для входа',
  },
};

/** Each with the space before it, or empty. */
interface SaidOfDeed {
  sum: string;
  card: string;
  ofNetwork: string;
  ofMonth: string;
  document: string | null;
  order: string | null;
  cards: number;
}

/** A code that is asked for without a purpose is for any one operation. */
export function deedWords(
  purpose: SmsPurpose | null,
  { sumKopecks, cardTail, month, network, title, order, cards }: DeedWords,
): string {
  if (purpose === null) return 'подтверждение операции';
  const ofMonth = month === null ? '' : ` ${forMonth(month)}`;
  return PURPOSE[purpose].words({
    sum: sumKopecks === null ? '' : ` ${formatRubles(sumKopecks)}`,
    card: cardTail === null ? '' : ` *${cardTail}`,
    ofNetwork: network === null ? '' : ` «${network}»`,
    ofMonth,
    // The titles of a closing set name their month themselves.
    document: title === null ? null : `«${shortened(title.replace(ofMonth, ''))}»`,
    order,
    cards: cards ?? 0,
  });
}

function shortened(title: string): string {
  return title.length <= TITLE_LENGTH ? title : `${title.slice(0, TITLE_LENGTH - 1).trimEnd()}…`;
}
