import { sql, type RawBuilder } from 'kysely';

/** Whether a span of `driver_on_card` or `card_on_vehicle` of this name holds the time of the `operation`. */
export function heldAt(span: 'held' | 'riding'): RawBuilder<unknown> {
  const at = sql`coalesce(operation.sold_at, operation.created_at)`;
  return sql`${sql.ref(`${span}.since`)} <= ${at} and (${sql.ref(`${span}.until`)} is null or ${sql.ref(`${span}.until`)} > ${at})`;
}
