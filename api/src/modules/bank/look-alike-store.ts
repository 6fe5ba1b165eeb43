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

/** Whether another file's row of the same payment order is booked: alike in everything but the purpose. */
export async function isReturnBookedElsewhere(tx: Db, id: number): Promise<boolean> {
  const found = await rows(
    tx,
    sql`
      select from advance_return said join advance_return booked
        on booked.company_id = said.company_id and booked.number = said.number and booked.dated_on = said.dated_on
        and booked.debited_on = said.debited_on and booked.sum_kopecks = said.sum_kopecks
        and booked.payee_account = said.payee_account and booked.statement_id <> said.statement_id
      where said.id = ${id} and booked.state = 'booked'`,
  );
  return found.length > 0;
}
