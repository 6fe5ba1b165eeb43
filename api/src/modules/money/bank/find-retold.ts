import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { IncomingPayment } from './payment.ts';

/** A bank's own day may end at another hour by its API than in its file. */
const DAYS_APART = 3;

/**
 * Which of these (their rows' ids by their keys) are in the books already under another day of crediting: the same number, day, sum, payer and
 * purpose, told once by the bank's API and once by its file, or twice by its API. Two files are compared by a person.
 */
export async function findRetold(
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
        ${payments.map((one) => one.key)}::text[], ${payments.map((one) => one.account)}::text[],
        ${documents.map((one) => one.number)}::text[], ${documents.map((one) => one.date)}::date[],
        ${documents.map((one) => one.creditedOn)}::date[], ${documents.map((one) => one.sumKopecks)}::bigint[],
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
          and abs(booked.credited_on - said.credited_on) <= ${DAYS_APART}
          and booked.statement_id <> ${fileId}
          and (statement.source is not null or (select source from bank_statement where id = ${fileId}) is not null)
        limit 1
      ) booked`,
  );
  return new Map(found.map(({ key, id }) => [key, id]));
}
