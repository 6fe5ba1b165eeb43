import { sql } from 'kysely';

/** What can be moved now, as the screens show it, to compare with the threshold. */
export const availableBalance = sql`
  (select greatest(0, account.balance_kopecks + company.credit_kopecks)
   from ledger_account account where account.company_id = company.id and account.kind = 'unallocated')`;
