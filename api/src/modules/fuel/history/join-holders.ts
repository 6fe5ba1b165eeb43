import { sql, type RawBuilder } from 'kysely';
import { DRIVER_SHORT_NAME } from '../../cards/drivers/drivers.ts';

/** Time of the operation. */
export const EFFECTIVE_AT = sql`coalesce(operation.sold_at, operation.created_at)`;

/** Checks that a span of `driver_on_card` or `card_on_vehicle` of this name contains the time of the `operation`. */
export function isWithinSpan(span: 'held' | 'riding'): RawBuilder<unknown> {
  return sql`${sql.ref(`${span}.since`)} <= ${EFFECTIVE_AT} and (${sql.ref(`${span}.until`)} is null or ${sql.ref(`${span}.until`)} > ${EFFECTIVE_AT})`;
}

/**
 * Selects the ids of the drivers attached to the operation's card at its time, as a filter has them: `3,7`. Empty when
 * there are none.
 */
export const DRIVERS_THEN = sql`coalesce((
  select string_agg(held.driver_id::text, ',' order by held.driver_id) from driver_on_card held
  where held.company_id = operation.company_id and held.card_id = operation.card_id and ${isWithinSpan('held')}), '')`;

interface SpanJoin {
  table: 'driver_on_card' | 'card_on_vehicle';
  /** Names of the joined table and its column. */
  as: 'crew' | 'ride';
  column: string;
  /** Reads the spans of one moment, called `span`. */
  select: RawBuilder<unknown>;
}

/**
 * Joins what a selection reads of a card's spans at the time of each operation. The company's spans are cut into ranges
 * once, so a long list need not read them for every operation. A card has few.
 */
export function joinSpans(companyId: number, { table, as, column, select }: SpanJoin): RawBuilder<unknown> {
  const [company, name, spans] = [sql.lit(companyId), sql.ref(as), sql.table(table)];
  return sql`
    left join (
      select turn.card_id, turn.since, lead(turn.since) over (partition by turn.card_id order by turn.since) as until, (
        ${select}
        where span.card_id = turn.card_id and span.since <= turn.since and (span.until is null or span.until > turn.since)
      ) as ${sql.ref(column)}
      from (
        select card_id, since from ${spans} where company_id = ${company}
        union select card_id, until from ${spans} where company_id = ${company} and until is not null
      ) turn
      offset 0
    ) ${name} on ${name}.card_id = operation.card_id and ${name}.since <= ${EFFECTIVE_AT}
      and (${name}.until is null or ${name}.until > ${EFFECTIVE_AT})`;
}

/** Joins `crew.drivers` («Иванов И. П., Петров С.») and `ride.plate` at the time of each operation. */
export function joinHolders(companyId: number): RawBuilder<unknown> {
  const select = sql`
    select string_agg(${DRIVER_SHORT_NAME}, ', ' order by driver.surname, driver.name, driver.id)
    from driver_on_card span join driver on driver.company_id = span.company_id and driver.id = span.driver_id`;
  return sql`
    ${joinSpans(companyId, { table: 'driver_on_card', as: 'crew', column: 'drivers', select })}
    ${joinTruck(companyId)}`;
}

/** Joins `ride.plate` alone, as `joinHolders` does. */
export function joinTruck(companyId: number): RawBuilder<unknown> {
  const company = sql.lit(companyId);
  return sql`
    left join (
      select riding.card_id, vehicle.plate, riding.since,
        least(riding.until, lead(riding.since) over (partition by riding.card_id order by riding.since)) as until
      from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
      where riding.company_id = ${company} and vehicle.company_id = ${company}
        and (riding.until is null or riding.until > riding.since)
      offset 0
    ) ride on ride.card_id = operation.card_id and ride.since <= ${EFFECTIVE_AT} and (ride.until is null or ride.until > ${EFFECTIVE_AT})`;
}
