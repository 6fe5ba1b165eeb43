import { sql } from 'kysely';
import { rows, type Db } from '../../db/database.ts';
import type { IncomingPayment } from './payment.ts';

/**
 * The keys of those payments that agree with one from another file in number, date, sum and payer, and differ in the
 * purpose or the day of crediting. Banks shorten a purpose, or cannot write its letters in another code page.
 */
export async function findLookAlikes(
  db: Db,
  args: { statementId: number; payments: readonly IncomingPayment[] },
): Promise<Set<string>> {
  const documents = args.payments.map((one) => one.document);
  const found = await rows(
    db,
    sql<{ key: string }>`
      select said.key from unnest(${args.payments.map((one) => one.key)}::text[],
        ${documents.map((one) => one.number)}::text[], ${documents.map((one) => one.date)}::date[],
        ${documents.map((one) => one.sumKopecks)}::bigint[], ${documents.map(({ payer }) => payer.account ?? payer.settlementAccount ?? '')}::text[],
        ${documents.map((one) => one.payer.inn ?? '')}::text[]) as said (key, number, dated_on, sum_kopecks, account, inn)
      where exists (select from bank_payment booked
        where booked.dated_on = said.dated_on and booked.number = said.number and booked.sum_kopecks = said.sum_kopecks
          and booked.payer_account = said.account and (booked.payer_inn = said.inn or '' in (booked.payer_inn, said.inn))
          and booked.statement_id <> ${args.statementId})`,
  );
  return new Set(found.map((row) => row.key));
}
