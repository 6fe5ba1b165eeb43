import { sql, type RawBuilder } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';

/** What was spent on fuel: done purchases minus done refunds. */
export function spentIn(table: 'operation' | 'counted'): RawBuilder<unknown> {
  const [type, status, sum, centilitres] = ['type_id', 'status_id', 'sum_kopecks', 'centilitres'].map(
    (name) => sql.ref(`${table}.${name}`),
  );
  const sign = sql`case ${type} when ${OPERATION_TYPE.purchase} then 1 else -1 end`;
  const done = sql`filter (where ${status} = ${OPERATION_STATUS.done}
    and ${type} in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund}))`;
  return sql`coalesce(sum(${sign} * ${sum}) ${done}, 0)::bigint as spent,
    coalesce(sum(${sign} * ${centilitres}) ${done}, 0)::bigint as centilitres`;
}

/** An `operation` that counts as spending. Written out, so that the planner sees that the index of sold fuel holds it. */
export function isSold(): RawBuilder<unknown> {
  const { purchase, refund } = OPERATION_TYPE;
  return sql`operation.status_id = ${sql.lit(OPERATION_STATUS.done)}
    and operation.type_id in (${sql.lit(refund)}, ${sql.lit(purchase)})`;
}
