import type { Action } from '#contract/access.ts';
import { accessActionText } from '#contract/access-actions.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { SmsPurpose } from '#contract/identity/sms-code.ts';
import { counted } from '#contract/values/counted.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { clipText, MAX_ACTION_LENGTH } from '../../messaging/sms-codes/code-text.ts';
import { formatForMonth, forMonths } from '../documents/closing/format-month.ts';

export interface ActionDetails {
  sumKopecks: Kopecks | null;
  /** The last four digits of the card that the money moves to or from. */
  cardTail: string | null;
  /** `YYYY-MM` of the documents. */
  month: string | null;
  /** The last month where the documents are of several. */
  lastMonth?: string | null;
  /** Number of documents where several are named; null: one, or all of a month. */
  documents?: number | null;
  /** Network of the month's documents: «Газпромнефть». Null if a document is named, or the whole month. */
  network: string | null;
  /** The title of the document to be signed. */
  title: string | null;
  /** The number of the card request that is being changed; null for a new one. */
  order: string | null;
  /** Number of cards that the money moves to or from. */
  cards: number | null;
  /** The call that a code of purpose `access` confirms. Null means any of them. */
  call: string | null;
}

/** The shortest that a title or a network's name is cut to. */
const SHORTEST_NAME = 12;

interface PurposeRow {
  /** Right that the action requires. No code is sent to users without it. Null for any signed-in user. */
  right: Action | null;
  /** Kind of thing that its subject names. */
  subject: 'card' | 'cards' | 'papers' | null;
  /**
   * Text of the action that the code confirms, as in the message (docs/calls.md 3): «перевод 1 500,00 ₽ на карту
   * *1234».
   */
  words: (about: ActionParts) => string;
}

export const PURPOSE: Record<SmsPurpose, PurposeRow> = {
  order: {
    right: 'orderCards',
    subject: null,
    words: ({ sum, order }) =>
      order === null
        ? `заказ топливных карт${sum && ` на${sum}`}`
        : `изменение заявки № ${order}${sum && `,${sum}`}`,
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
    words: ({ document, documents, ofNetwork, ofMonth }) =>
      `подтверждение ${document ?? `${documents}${ofNetwork}`}${ofMonth}`,
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
    words: ({ call }) => accessActionText(call),
  },
};

/** Each with the space before it, or empty. */
interface ActionParts {
  sum: string;
  card: string;
  ofNetwork: string;
  ofMonth: string;
  document: string | null;
  /** «12 документов», or «документов» where they are not counted. */
  documents: string;
  order: string | null;
  cards: number;
  call: string | null;
}

/**
 * Returns what the code confirms, short enough for one SMS: «года» goes first, then the end of a long title. A code that is
 * asked for without a purpose is for any one operation.
 */
export function describeAction(purpose: SmsPurpose | null, about: ActionDetails): string {
  if (purpose === null) return 'подтверждение операции';
  const { words: format } = PURPOSE[purpose];
  const forms = [formatActionParts(about), formatActionParts(about, { short: true })];
  const [full = '', short = ''] = forms.map(format);
  if (full.length <= MAX_ACTION_LENGTH) return full;
  const surplus = short.length - MAX_ACTION_LENGTH;
  const longest = Math.max(about.title?.length ?? 0, about.network?.length ?? 0);
  return surplus <= 0
    ? short
    : format(formatActionParts(about, { short: true, names: Math.max(SHORTEST_NAME, longest - surplus) }));
}

function formatActionParts(
  { sumKopecks, cardTail, month, lastMonth, network, title, order, cards, documents, call }: ActionDetails,
  { short = false, names = Number.POSITIVE_INFINITY }: { short?: boolean; names?: number } = {},
): ActionParts {
  const fullMonth =
    month === null ? '' : ` ${lastMonth ? forMonths(month, lastMonth) : formatForMonth(month)}`;
  return {
    sum: sumKopecks === null ? '' : ` ${formatRubles(sumKopecks)}`,
    card: cardTail === null ? '' : ` *${cardTail}`,
    ofNetwork: network === null ? '' : ` «${clipText(network, names)}»`,
    ofMonth: short ? fullMonth.replace(/ года$/, '') : fullMonth,
    // The titles of a closing set name their month themselves.
    document: title === null ? null : `«${clipText(title.replace(fullMonth, ''), names)}»`,
    documents: documents ? counted(documents, ['документа', 'документов', 'документов']) : 'документов',
    order,
    cards: cards ?? 0,
    call,
  };
}
