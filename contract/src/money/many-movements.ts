import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { moneyOrZero, positiveMoney, rubles } from '../kopecks.ts';
import { BULK_CARDS_MAX } from '../limits.ts';
import { smsCodeField } from '../identity/sms-code.ts';

/** One action that moves money between the account and many cards, confirmed by one code. */

const CARD_TWICE = 'Карта указана дважды';

const mode = z
  .union([z.literal([0, 1]), z.enum(['0', '1'])], { error: 'Режим: 1 на карты, 0 с карт' })
  .transform((input) => Number(input) as 0 | 1);

const NO_LINES = 'Выберите карты';

/** A list of at most as many cards as one call takes, each of them once. */
function linesSchema<Line extends z.ZodType<{ card_id: number }>>(line: Line) {
  return z.preprocess(
    // A form that skips an index (`lines[0]`, `lines[2]`) is read as an object, not as an array.
    (value) => (value && typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : value),
    z
      .array(line, { error: NO_LINES })
      .min(1, NO_LINES)
      .max(BULK_CARDS_MAX, `Не больше ${BULK_CARDS_MAX} карт за раз`)
      .refine((lines) => new Set(lines.map((output) => output.card_id)).size === lines.length, CARD_TWICE),
  );
}

/** Meaning of a line's sum: it is moved as it is, or the card is to have it as its balance afterwards. */
const MOVEMENT_AIMS = ['sum', 'level'] as const;
export type MovementAim = (typeof MOVEMENT_AIMS)[number];

const line = z.object({
  card_id: z.int(),
  outcome: z
    .enum(['moves', 'needless', 'refused'])
    .meta({ description: 'needless: the card stands at the level or past it already' }),
  message: z.string().nullable().meta({ description: 'why the money does not move' }),
  sum: rubles.meta({ description: 'what would move; 0 unless it moves' }),
  now: rubles.nullable().meta({ description: 'on the card; null for a card that is not the company’s' }),
  on_its_way: rubles.meta({ description: 'already on its way to the card' }),
  repays: rubles.meta({ description: 'what of the sum would pay for fuel that the card has bought before' }),
  after: rubles.nullable().meta({ description: 'on the card once the network has done it' }),
});

export const cardMovementsPreview = z.object({
  lines: z.array(line).meta({ description: 'in the order of the request' }),
  cards: z.int().meta({ description: 'how many move money' }),
  total: rubles,
  unallocated: z.object({
    now: rubles.meta({ description: 'what can be moved, as `notDistSum`' }),
    after: rubles.nullable().meta({ description: 'null where there is less than the total' }),
  }),
  subject: z.string().nullable().meta({ description: 'null where nothing moves' }),
});

/**
 * Returns what `moveManyCards` would do to each card at the moment. It writes nothing and promises nothing. `subject`
 * and `total` are needed to request the code for exactly this list (`sendSmsCode`).
 */
export const previewCardMovements = endpoint({
  name: 'previewCardMovements',
  changesNothing: true,
  method: 'POST',
  path: '/api/card/bulk/transaction/preview',
  summary: 'What a movement of money to or from many cards would do to each of them',
  caller: 'moveMoney',
  needsTerms: true,
  body: z.object({
    mode,
    aim: z.enum(MOVEMENT_AIMS, { error: 'Сумма каждой карте или остаток, до которого довести' }),
    lines: linesSchema(z.object({ card_id: id, sum: moneyOrZero })),
  }),
  data: cardMovementsPreview,
  source: 'docs/spec-lines.md 5, docs/specification.md 3',
});

/**
 * Moves money to (mode 1) or from (mode 0) many cards, all of them or none: one code, one movement for each card. A network
 * that refuses one card later gives that card's money back and no other's. Errors: `lines` «Недостаточно средств» or, for
 * each card that has too little, how much there is; `sms` a code that was not asked for this very list (purposes `transfers`
 * and `payouts`); 404 a card that is not the company's, 503 a network in maintenance.
 */
export const moveManyCards = endpoint({
  name: 'moveManyCards',
  method: 'POST',
  path: '/api/card/bulk/transaction',
  summary: 'Account → many cards (mode 1) or many cards → account (mode 0), all or nothing, by one SMS',
  caller: 'moveMoney',
  needsTerms: true,
  needsConfirmedAdmin: true,
  idempotent: true,
  body: z.object({
    mode,
    lines: linesSchema(z.object({ card_id: id, sum: positiveMoney })),
    sms: smsCodeField,
  }),
  data: z.object({
    movements: z
      .array(z.object({ card_id: z.int(), operation_id: z.int(), sum: rubles }))
      .meta({ description: 'in progress until each network has answered; in the order of the request' }),
    total: rubles,
  }),
  source: 'docs/spec-lines.md 5, docs/specification.md 3',
});
