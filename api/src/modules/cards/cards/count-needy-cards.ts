import { sql } from 'kysely';
import { CARD_STATUS } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../db/database.ts';

export interface NeedyCards {
  notSetUp: number;
  blocked: number;
  /** Active, with nothing left on them. */
  empty: number;
}

/** How many cards of the company wait for somebody. */
export function countNeedyCards(db: Db, scope: CompanyScope): Promise<NeedyCards> {
  return onlyRow(
    db,
    sql<NeedyCards>`
      select count(*) filter (where card.status_id = ${CARD_STATUS.notSetUp}) as "notSetUp",
        count(*) filter (where card.status_id = ${CARD_STATUS.blocked}) as blocked,
        count(*) filter (where card.status_id = ${CARD_STATUS.active} and coalesce(account.balance_kopecks, 0) <= 0) as empty
      from card left join ledger_account account on account.card_id = card.id
      where card.company_id = ${scope.companyId}`,
  );
}
