import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, day, id, idParams, moment, page, requiredText } from '../fields.ts';
import { positiveLargeMoney, rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';

/** Corrections of a client's balance by movements between his account and the programme: docs/money.md. */

/** Why a balance is corrected. `ukd`: the difference of a УКД, which its publication books by itself. */
export const CORRECTION_KINDS = [
  'ukd',
  'compensation',
  'penalty',
  'card-fee',
  'opening-balance',
  'write-off',
  'other',
] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

export const CORRECTION_KIND_TITLE: Record<CorrectionKind, string> = {
  ukd: 'Разница по УКД',
  compensation: 'Компенсация',
  penalty: 'Неустойка',
  'card-fee': 'Плата за карты',
  'opening-balance': 'Начальный остаток',
  'write-off': 'Списание мелкого остатка',
  other: 'Исправление баланса',
};

export const CORRECTION_DIRECTIONS = ['to-client', 'from-client'] as const;
export type CorrectionDirection = (typeof CORRECTION_DIRECTIONS)[number];

export const CORRECTION_DIRECTION_TITLE: Record<CorrectionDirection, string> = {
  'to-client': 'Зачислить клиенту',
  'from-client': 'Списать с клиента',
};

/** Kinds that the client owes whatever his credit is, so they may take his account below the credit limit. */
export const KINDS_BELOW_LIMIT: ReadonlySet<CorrectionKind> = new Set(['ukd', 'penalty']);

/** Describes a correction as the statement and the act show it. */
export function describeCorrection(correction: {
  kind: CorrectionKind;
  isReversal: boolean;
  documentTitle: string | null;
  note: string;
}): string {
  const { kind, isReversal, documentTitle, note } = correction;
  if (kind !== 'ukd' || documentTitle === null) return `${CORRECTION_KIND_TITLE[kind]}: ${note}`;
  const title = documentTitle.startsWith('УКД')
    ? documentTitle
    : `${CORRECTION_KIND_TITLE.ukd}: ${documentTitle}`;
  return isReversal ? `Отмена: ${title}` : title;
}

export const balanceCorrection = z.object({
  id: z.int(),
  day: day.meta({ description: 'Moscow day on which it was booked' }),
  booked_at: moment,
  sum: rubles,
  direction: z.enum(CORRECTION_DIRECTIONS),
  kind: z.enum(CORRECTION_KINDS),
  title: z.string().meta({ description: 'as the client reads it in his statement' }),
  document: z.object({ id: z.int(), title: z.string() }).nullable(),
  reverses: z.int().nullable().meta({ description: 'the correction that this one takes back' }),
  note: z.string(),
  proposed_by: z.string(),
  confirmed_by: z
    .string()
    .nullable()
    .meta({ description: 'null: one member withdrew what two had published' }),
});
export type BalanceCorrection = z.output<typeof balanceCorrection>;

export const listBalanceCorrections = endpoint({
  name: 'listBalanceCorrections',
  method: 'GET',
  path: '/staff/api/clients/:id/corrections',
  summary: 'Corrections of a client’s balance, newest first',
  caller: 'staff.read',
  params: idParams,
  query: z.object({ page }),
  data: z.array(balanceCorrection),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 9',
});

/**
 * Moves money between the client's unallocated funds and the programme. It always takes two people. What is taken from a
 * client ends at his credit limit, except a penalty and the difference of a УКД. Refuses: 404 no such client; 409 the
 * limit, or a УКД whose difference is booked; `document_id` no document of his, or none with the kind `ukd`.
 */
export const correctBalance = endpoint({
  name: 'correctBalance',
  method: 'POST',
  path: '/staff/api/clients/:id/corrections',
  summary: 'Corrects a client’s balance by a movement, in the act of its month',
  caller: 'staff.handleMoney',
  needsFreshCode: true,
  secondPerson: true,
  idempotent: true,
  params: idParams,
  body: z.object({
    sum: positiveLargeMoney,
    direction: z.enum(CORRECTION_DIRECTIONS, { error: 'Укажите, кому и от кого' }),
    kind: z.enum(CORRECTION_KINDS, { error: 'Неизвестный вид исправления' }),
    document_id: absentWhenEmpty(id),
    note: requiredText(500).meta({ description: 'the client reads it in his statement' }),
  }),
  data: balanceCorrection,
  source: 'docs/money.md',
});
