import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE, type PartnerId } from '#contract/ids.ts';
import type { RuleKind } from '#contract/fleet/rule-values.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';
import { encodeBigints, toParameter } from '../../../../db/parameter.ts';
import type { Reason } from './decide.ts';

export interface BreachRow {
  operation_id: number;
  at: Date;
  kind: RuleKind;
  sentence: string;
}

const SHOWN = 20;

export function listBreaches(db: Db, scope: CompanyScope, cardId: number): Promise<BreachRow[]> {
  return rows(
    db,
    sql<BreachRow>`
      select operation_id, at, kind, sentence from rule_breach
      where company_id = ${scope.companyId} and card_id = ${cardId} order by at desc, operation_id desc limit ${SHOWN}`,
  );
}

/** A purchase that breaks rules, and why. */
export interface Breach {
  companyId: number;
  cardId: number;
  operationId: number;
  at: Date;
  reasons: readonly Reason[];
}

export async function insertBreaches(tx: Db, breaches: readonly Breach[]): Promise<void> {
  const found = breaches.flatMap(({ reasons, companyId, cardId, operationId, at }) =>
    reasons.map(({ rule, sentence }) => ({ companyId, cardId, operationId, at, rule, sentence })),
  );
  if (found.length === 0) return;
  await sql`
    insert into rule_breach (company_id, operation_id, card_id, kind, sentence, at)
    select * from unnest(${encodeBigints(found.map((item) => item.companyId))}::bigint[], ${encodeBigints(found.map((item) => item.operationId))}::bigint[],
      ${encodeBigints(found.map((item) => item.cardId))}::bigint[], ${toParameter(found.map((item) => item.rule))}::text[],
      ${toParameter(found.map((item) => item.sentence))}::text[], ${toParameter(found.map((item) => item.at))}::timestamptz[])
    on conflict do nothing`.execute(tx);
}

/** A purchase or a refund that still has to be checked by the rules. */
export interface WatchedSale {
  operationId: number;
  companyId: number;
  cardId: number;
  partnerId: PartnerId;
  /** Whether the purchase was carried out: a failed one breaks no rule and uses nothing up. */
  isPurchase: boolean;
  at: Date;
  goodsId: number;
  centilitres: number;
  unitPriceKopecks: number;
  sumKopecks: number;
  address: string;
}

/** Taken out of the line with the transaction; those that another process has taken are passed over. */
export function takeSales(tx: Db, max: number): Promise<WatchedSale[]> {
  return rows(
    tx,
    sql<WatchedSale>`
      with taken as (
        delete from rule_sale where ctid = any(array(
          select ctid from rule_sale order by operation_id limit ${max} for update skip locked))
        returning operation_id
      )
      select operation.id as "operationId", operation.company_id as "companyId", card_id as "cardId",
        partner_id as "partnerId", created_at as at,
        type_id = ${OPERATION_TYPE.purchase} and status_id = ${OPERATION_STATUS.done} as "isPurchase",
        coalesce(goods_id, 0) as "goodsId", coalesce(centilitres, 0)::float8 as centilitres,
        coalesce(unit_price_kopecks, 0)::float8 as "unitPriceKopecks", sum_kopecks::float8 as "sumKopecks",
        coalesce(address, '') as address
      from taken join operation on operation.id = taken.operation_id order by operation.id`,
  );
}
