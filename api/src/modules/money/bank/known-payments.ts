import { sql } from 'kysely';
import { findInvoiceNumbers } from './find-invoice-numbers.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { BankCount, IncomingPayment, DuplicateKey } from './payment.ts';
import type { BookingFile } from './booking-file.ts';
import { listBalances, sumOfOthers } from './bank-file-store.ts';
import { listPossibleDuplicates } from './fast-payment-store.ts';

/** The mark by which the purpose of a payment by СБП names its order. */
export function fastPaymentMark(orderId: number): string {
  return `СБП-${orderId}`;
}

/**
 * - `sure`: the file names the order or the movement itself; or payer, sum, day and invoice agree;
 * - `doubtful`: payer and sum agree, and days lie near: a person compares the two.
 */
export type MatchCertainty = 'sure' | 'doubtful' | 'other';

/** Compares a payment that came by СБП with a document of a file. */
export function comparePayments(fast: DuplicateKey, document: DuplicateKey, prefix: string): MatchCertainty {
  if (fast.sumKopecks !== document.sumKopecks) return 'other';
  const named = orderNamed(document.purpose);
  if (named !== null && named !== fast.orderId) return 'other';
  if (fast.inn !== '' && document.inn !== '' && fast.inn !== document.inn) return 'other';
  if (named !== null || isMovementNamed(fast.number, document)) return 'sure';
  const [numbers, others] = [fast, document].map((wantedSide) =>
    findInvoiceNumbers(wantedSide.purpose, prefix),
  );
  const sameInvoice = numbers?.length === 1 && others?.length === 1 && numbers[0] === others[0];
  const bothSay = fast.inn !== '' && fast.inn === document.inn;
  return sameInvoice && bothSay && fast.day === document.day ? 'sure' : 'doubtful';
}

/** Shorter numbers could occur in a purpose at random. */
const MIN_NUMBER_LENGTH = 8;

function isMovementNamed(movement: string, { number, purpose }: DuplicateKey): boolean {
  if (movement === '') return false;
  if (number === movement) return true;
  return movement.length >= MIN_NUMBER_LENGTH && purpose.split(/[^\p{L}\p{N}-]+/u).includes(movement);
}

function orderNamed(purpose: string): number | null {
  const digits = /(?<![\p{L}\p{N}])СБП-(\d{1,15})(?!\d)/u.exec(purpose)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A bank's own day may end at another hour by its API than in its file. */
const MAX_DAYS_APART = 3;

/**
 * Finds which of these (row ids by keys) are already in the books under another day of crediting: the same number, day,
 * sum, payer and purpose, reported once by the bank's API and once by its file, or twice by its API. Two files are
 * compared by a person.
 */
export async function findRepeatedPayments(
  tx: Db,
  fileId: number,
  payments: readonly IncomingPayment[],
): Promise<Map<string, number>> {
  if (payments.length === 0) return new Map();
  const documents = payments.map(({ document }) => document);
  const found = await rows(
    tx,
    sql<{ key: string; id: number }>`
      select said.key, booked.id from unnest(
        ${payments.map((payment) => payment.key)}::text[], ${payments.map((payment) => payment.account)}::text[],
        ${documents.map((document) => document.number)}::text[], ${documents.map((document) => document.date)}::date[],
        ${documents.map((document) => document.creditedOn)}::date[], ${documents.map((document) => document.sumKopecks)}::bigint[],
        ${documents.map(({ payer }) => payer.account ?? payer.settlementAccount ?? '')}::text[],
        ${documents.map(({ payer }) => payer.inn ?? '')}::text[],
        ${documents.map(({ purpose }) => purpose.replace(/\s+/g, ' ').trim())}::text[]
      ) as said (key, account, number, dated_on, credited_on, sum_kopecks, payer_account, payer_inn, purpose)
      cross join lateral (
        select booked.id from bank_payment booked join bank_statement statement on statement.id = booked.statement_id
        where booked.dated_on = said.dated_on and booked.sum_kopecks = said.sum_kopecks
          and booked.number = said.number and booked.own_account = said.account
          and booked.payer_account = said.payer_account
          and (booked.payer_inn = said.payer_inn or '' in (booked.payer_inn, said.payer_inn))
          and btrim(regexp_replace(booked.purpose, '\s+', ' ', 'g')) = said.purpose
          and abs(booked.credited_on - said.credited_on) <= ${MAX_DAYS_APART}
          and booked.statement_id <> ${fileId}
          and (statement.source is not null or (select source from bank_statement where id = ${fileId}) is not null)
        limit 1
      ) booked`,
  );
  return new Map(found.map(({ key, id }) => [key, id]));
}

/**
 * Compares all documents of the shortest stated days around a payment's crediting, those of the current file included,
 * with the incoming turnover that the bank states.
 */
export async function countByTurnover(
  tx: Db,
  { paymentsOfAccount }: Pick<BookingFile, 'paymentsOfAccount'>,
  { account, document: { creditedOn } }: IncomingPayment,
): Promise<BankCount> {
  const around = (await listBalances(tx, { accounts: [account] })).filter(
    ({ from, to }) => from <= creditedOn && creditedOn <= to,
  );
  const stated = around.sort((a, b) => getLength(a) - getLength(b) || b.id - a.id)[0];
  if (stated?.credited === null || stated === undefined) return 'unknown';
  const { from, to, credited } = stated;
  const own = (paymentsOfAccount.get(account) ?? []).filter(
    (incomingPayment) =>
      incomingPayment.document.creditedOn >= from && incomingPayment.document.creditedOn <= to,
  );
  const keysWithoutInn = own.map((incomingPayment) => incomingPayment.keyWithoutInn);
  const others = await sumOfOthers(tx, { account, from, to, keysWithoutInn });
  const known = own.reduce((sum, incomingPayment) => sum + incomingPayment.document.sumKopecks, others);
  if (known === credited) return 'as-many';
  return known > credited ? 'fewer' : 'unknown';
}

function getLength({ from, to }: { from: string; to: string }): number {
  return Date.parse(to) - Date.parse(from);
}

/** Booked СБП payment that matches a document of a file. */
export type KnownFastPayment = { sure: true; id: number } | { sure: false; ids: number[] };

/**
 * Finds which documents of a file are payments that came by СБП before, by key. Each payment by СБП matches one
 * document at most. The surest match goes first, so that a second payment of the same sum is not lost.
 */
export async function findFastPayments(
  tx: Db,
  payments: readonly IncomingPayment[],
  prefix: string,
): Promise<Map<string, KnownFastPayment>> {
  const sides = payments.map((payment) => ({ key: payment.key, side: toDuplicateKey(payment) }));
  const fast = await listPossibleDuplicates(tx, { bySbp: true, wanted: sides.map((side) => side.side) });
  const found = new Map<string, KnownFastPayment>();
  const taken = new Set<number>();
  for (const { key, side } of sides) {
    const sure = fast.find(
      (otherSide) => !taken.has(otherSide.id) && comparePayments(otherSide, side, prefix) === 'sure',
    );
    if (!sure) continue;
    taken.add(sure.id);
    found.set(key, { sure: true, id: sure.id });
  }
  for (const { key, side } of sides) {
    if (found.has(key)) continue;
    const ids = fast
      .filter((otherSide) => !taken.has(otherSide.id) && comparePayments(otherSide, side, prefix) !== 'other')
      .map((otherSide) => otherSide.id);
    if (ids.length > 0) found.set(key, { sure: false, ids });
  }
  return found;
}

function toDuplicateKey({ document }: IncomingPayment): DuplicateKey {
  const { sumKopecks, payer, creditedOn, number, purpose } = document;
  return { sumKopecks, inn: payer.inn ?? '', day: creditedOn, number, purpose, orderId: null };
}

/** The lines of a text, one at a time, however they end: no list of them all is made. */
export function* eachLine(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g;
  let from = 0;
  for (let match = end.exec(text); match; match = end.exec(text)) {
    yield text.slice(from, match.index);
    from = end.lastIndex;
  }
  yield text.slice(from);
}
