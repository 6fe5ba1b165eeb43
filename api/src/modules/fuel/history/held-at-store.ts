import { sql, type RawBuilder } from 'kysely';

/** When the operation was. */
export const AT = sql`coalesce(operation.sold_at, operation.created_at)`;

/** Whether a span of `driver_on_card` or `card_on_vehicle` of this name holds the time of the `operation`. */
export function heldAt(span: 'held' | 'riding'): RawBuilder<unknown> {
  return sql`${sql.ref(`${span}.since`)} <= ${AT} and (${sql.ref(`${span}.until`)} is null or ${sql.ref(`${span}.until`)} > ${AT})`;
}

/** The ids of the drivers who were attached to the operation's card at its time, as a filter has them: `3,7`; empty: nobody. */
export const DRIVERS_THEN = sql`coalesce((
  select string_agg(held.driver_id::text, ',' order by held.driver_id) from driver_on_card held
  where held.company_id = operation.company_id and held.card_id = operation.card_id and ${heldAt('held')}), '')`;
