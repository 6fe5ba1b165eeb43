import { sql, type RawBuilder } from 'kysely';
import type { SummarySide } from '#contract/fuel/spending.ts';
import { DRIVER_SHORT_NAME } from '../../cards/drivers/drivers.ts';
import { EFFECTIVE_AT, DRIVERS_THEN, isWithinSpan } from './join-holders.ts';

/** Dimension that a summary is grouped by. */
export interface SummaryDimension {
  /** The expression in the operations that is grouped by. */
  of: RawBuilder<unknown>;
  /** Condition of the period to compare with, where it differs: a month is compared with the one before it. */
  before?: RawBuilder<unknown>;
  /** The final name of a row, with the tables that it comes from. */
  key: RawBuilder<unknown>;
  title: RawBuilder<unknown>;
  names: RawBuilder<unknown>;
}

const itself = { key: sql`part.side::text`, title: sql`part.side::text`, names: sql`` };
const month = sql`date_trunc('month', operation.created_at at time zone 'Europe/Moscow')`;

export const SIDES: Record<SummarySide, SummaryDimension> = {
  month: {
    of: sql`${month}::date`,
    before: sql`(${month} + interval '1 month')::date`,
    key: sql`to_char(part.side, 'YYYY-MM')`,
    title: sql`to_char(part.side, 'YYYY-MM')`,
    names: sql``,
  },
  network: {
    of: sql`operation.partner_id`,
    key: sql`part.side::text`,
    title: sql`partner.title`,
    names: sql`join partner on partner.id = part.side`,
  },
  card: {
    of: sql`operation.card_id`,
    key: sql`part.side::text`,
    title: sql`card.card_number`,
    names: sql`join card on card.id = part.side`,
  },
  /** The drivers attached to the card at the time. Drivers who shared it share a row, or fuel would be counted twice. */
  driver: {
    of: DRIVERS_THEN,
    key: sql`part.side`,
    title: sql`people.title`,
    names: sql`left join lateral (
      select string_agg(${DRIVER_SHORT_NAME}, ', ' order by driver.id) as title
      from driver where driver.id = any (string_to_array(nullif(part.side, ''), ',')::bigint[])
    ) people on true`,
  },
  /** The truck that the card was on at the time. */
  vehicle: {
    of: sql`coalesce((
      select riding.vehicle_id from card_on_vehicle riding
      where riding.card_id = operation.card_id and ${isWithinSpan('riding')} order by riding.since desc limit 1), 0)`,
    key: sql`coalesce(vehicle.id::text, '')`,
    title: sql`concat_ws(' · ', vehicle.plate, nullif(vehicle.brand, ''))`,
    names: sql`left join vehicle on vehicle.id = part.side`,
  },
  /** The group in which the truck was then that the card was on. */
  group: {
    of: sql`coalesce((
      select case when past.id is null then vehicle.group_id else past.group_id end
      from card_on_vehicle riding join vehicle on vehicle.company_id = riding.company_id and vehicle.id = riding.vehicle_id
        left join lateral (
          select id, group_id from vehicle_left_group
          where company_id = vehicle.company_id and vehicle_id = vehicle.id and until > ${EFFECTIVE_AT} order by until limit 1
        ) past on true
      where riding.company_id = operation.company_id and riding.card_id = operation.card_id and ${isWithinSpan('riding')}
      order by riding.since desc limit 1), 0)`,
    key: sql`coalesce(vehicle_group.id::text, '')`,
    title: sql`vehicle_group.title`,
    names: sql`left join vehicle_group on vehicle_group.id = part.side`,
  },
  goods: { of: sql`coalesce(operation.goods_title, '')`, ...itself },
  station: { of: sql`coalesce(operation.address, '')`, ...itself },
};
