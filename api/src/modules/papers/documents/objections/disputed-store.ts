import { sql, type RawBuilder } from 'kysely';
import { ALL_NETWORKS, OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';
import { contains } from '../../../../db/text-search.ts';
import { endOfMonth, startOfMonth } from '../closing/month-closing.ts';
import type { DisputedOperation } from '../document.ts';

/** The documents of a network and month, whose operations an objection may name. */
export interface DisputedMonth {
  /** `ALL_NETWORKS`: of every network. */
  partnerId: number;
  /** `YYYY-MM` */
  month: string;
}

export interface DisputableOperation extends DisputedOperation {
  goodsTitle: string | null;
  address: string | null;
}

/** Number of operations offered at once. A typed search finds the others. */
const MAX_OFFERED = 50;

const SOLD_AT = sql`coalesce(operation.sold_at, operation.created_at)`;
const SUM = sql`case when operation.type_id = ${OPERATION_TYPE.refund} then -operation.sum_kopecks
  else operation.sum_kopecks end`;

/** The operations that the objection of a `document` names, newest first, as a JSON array. */
export const DISPUTED = sql`(
  select coalesce(jsonb_agg(
    jsonb_build_object('id', operation.id, 'card', card.card_number, 'at', ${SOLD_AT}, 'sum', ${SUM})
    order by ${SOLD_AT} desc, operation.id desc), '[]')
  from operation join card on card.id = operation.card_id
  where operation.company_id = document.company_id and operation.id = any(document.objected_operations))`;

export interface DisputedJson {
  id: number;
  card: string;
  at: string;
  sum: Kopecks;
}

export function toDisputedOperations(found: readonly DisputedJson[]): DisputedOperation[] {
  return found.map(({ id, card, at, sum }) => ({ id, cardNumber: card, at: new Date(at), sum }));
}

/**
 * Selects the operations in the documents of a month: sales of the month, and late ones in its set. Operations of
 * other networks or companies are in none of them.
 */
function disputedOperations(scope: CompanyScope, { partnerId, month }: DisputedMonth): RawBuilder<unknown> {
  return sql`operation.company_id = ${scope.companyId}
    and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
    and operation.status_id = ${OPERATION_STATUS.done}
    and (${partnerId}::bigint = ${ALL_NETWORKS} or operation.partner_id = ${partnerId}::bigint)
    and (${SOLD_AT} >= ${startOfMonth(month)} and ${SOLD_AT} < ${endOfMonth(month)}
      or exists (
        select from month_closing_line line join ledger_transfer transfer on transfer.id = line.transfer_id
        where line.company_id = ${scope.companyId} and line.month = ${month}
          and transfer.subject_kind = 'operation' and transfer.subject_id = operation.id))`;
}

/** Newest first, 50 at most; where something is typed, those with it in their card, day, sum, goods or place. */
export async function listDisputable(
  db: Db,
  scope: CompanyScope,
  { q, ...where }: DisputedMonth & { q: string },
): Promise<{ found: DisputableOperation[]; total: number }> {
  const searched = sql`concat_ws(' ', card.card_number, to_char(${SOLD_AT} at time zone 'Europe/Moscow', 'DD.MM.YYYY'),
    replace(to_char(operation.sum_kopecks / 100.0, 'FM9999999990.00'), '.', ','), operation.goods_title,
    operation.address)`;
  const typed = q.split(/\s+/).filter(Boolean);
  const all = [
    disputedOperations(scope, where),
    ...typed.map((word) => contains(searched, word.replace(/\.(?=\d\d$)/, ','))),
  ];
  const found = await rows(
    db,
    sql<{
      id: number;
      card_number: string;
      at: Date;
      sum: Kopecks;
      goods_title: string | null;
      address: string | null;
      total: number;
    }>`
      select operation.id, card.card_number, ${SOLD_AT} as at, ${SUM} as sum, operation.goods_title, operation.address,
        count(*) over () as total
      from operation join card on card.id = operation.card_id
      where ${sql.join(all, sql` and `)}
      order by ${SOLD_AT} desc, operation.id desc limit ${MAX_OFFERED}`,
  );
  return {
    total: found[0]?.total ?? 0,
    found: found.map((row) => ({
      id: row.id,
      cardNumber: row.card_number,
      at: row.at,
      sum: row.sum,
      goodsTitle: row.goods_title,
      address: row.address,
    })),
  };
}

/** Returns the named operations that are in the documents of the month. */
export async function findDisputed(
  db: Db,
  scope: CompanyScope,
  { ids, ...where }: DisputedMonth & { ids: readonly number[] },
): Promise<DisputedOperation[]> {
  const found = await rows(
    db,
    sql<{ id: number; card_number: string; at: Date; sum: Kopecks }>`
      select operation.id, card.card_number, ${SOLD_AT} as at, ${SUM} as sum
      from operation join card on card.id = operation.card_id
      where operation.id = any(${ids}::bigint[]) and ${disputedOperations(scope, where)}
      order by ${SOLD_AT} desc, operation.id desc`,
  );
  return found.map((row) => ({ id: row.id, cardNumber: row.card_number, at: row.at, sum: row.sum }));
}
