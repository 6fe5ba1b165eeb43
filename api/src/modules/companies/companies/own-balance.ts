import { sql } from 'kysely';

/** What of the unallocated funds is the company's own, without credit, to compare with the threshold. */
export const ownBalance = sql`
  (select greatest(0, account.balance_kopecks)
   from ledger_account account where account.company_id = company.id and account.kind = 'unallocated')`;
