import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../../db/database.ts';
import type { BankMovement } from './cover-by-advance.ts';
import { BANK_AT, BANK_DOCUMENTS } from '../../advances/bank-time.ts';

/** Lists money that came from a company's bank or went back to it up to a month's set, oldest first. */
export async function listBankMovements(tx: Db, companyId: number, month: string): Promise<BankMovement[]> {
  const found = await rows(
    tx,
    sql<{ number: string | null; dated_on: string | null; kopecks: number; is_of_month: boolean }>`
      select coalesce(payment.number, returned.number) as number,
        coalesce(payment.dated_on, returned.dated_on) as dated_on,
        case when transfer.from_account_id = account.id then transfer.amount_kopecks
          else -transfer.amount_kopecks end as kopecks,
        line.month is not distinct from ${month} as is_of_month
      from month_closing_line line
      join ledger_transfer transfer on transfer.id = line.transfer_id
      join ledger_account account
        on account.company_id = ${companyId} and account.kind = 'bank'
        and account.id in (transfer.from_account_id, transfer.to_account_id)
      ${BANK_DOCUMENTS}
      where line.company_id = ${companyId} and coalesce(line.month, '') <= ${month}
      order by ${BANK_AT}, transfer.id`,
  );
  return found.map((row) => ({
    number: row.number,
    dateIso: row.dated_on,
    sum: kopecks(row.kopecks),
    isOfMonth: row.is_of_month,
  }));
}
