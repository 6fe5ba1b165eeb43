import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { MovableCard } from './movement-outlook.ts';

/** Returns the given cards that belong to the company, with their balances and the money on its way to them. */
export async function listMovableCards(
  db: Db,
  scope: CompanyScope,
  cardIds: readonly number[],
): Promise<Map<number, MovableCard>> {
  const { rows } = await sql<{
    id: number;
    partner_id: PartnerId;
    balance: number;
    shortfall: number;
    on_its_way: number;
  }>`
    select card.id, card.partner_id, coalesce(account.balance_kopecks, 0) as balance, card.shortfall_kopecks as shortfall,
      coalesce((select sum(sum_kopecks) from operation
        where operation.card_id = card.id and type_id = ${OPERATION_TYPE.topUp}
          and status_id = ${OPERATION_STATUS.inProgress}), 0)::bigint as on_its_way
    from card left join ledger_account account on account.card_id = card.id
    where card.company_id = ${scope.companyId} and card.id = any(${encodeBigints(cardIds)}::bigint[])`.execute(
    db,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        partnerId: row.partner_id,
        balance: kopecks(row.balance),
        shortfall: kopecks(row.shortfall),
        onItsWay: kopecks(row.on_its_way),
      },
    ]),
  );
}
