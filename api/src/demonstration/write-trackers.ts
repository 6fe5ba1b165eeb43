import { sql } from 'kysely';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { rows, type Db } from '../db/database.ts';
import { EMBEDDED_WIALON_TOKEN } from '../gateways/telematics/embedded-wialon.ts';
import { seal } from '../lib/secrets.ts';
import type { Station } from '../modules/programme/stations/stations.ts';
import type { MoscowTime } from './moscow-time.ts';
import { FAR_APART } from './plan-faults.ts';
import { saleAddress } from './plan-fuelling.ts';
import type { CompanyPlan } from './plan.ts';

/** Trackers remember more than is asked of them. */
const DAYS = 6;
const DAY_MS = 86_400_000;
/** A truck stands at the pump for some minutes before its driver has paid. */
const BEFORE_MS = 120_000;
/** Northwards, in degrees: by the pump, and some sixty kilometres away. */
const NEAR_DEGREES = 0.002;
const AWAY_DEGREES = 0.55;

/**
 * Writes the company's trucks to the embedded Wialon, with the position of each when it was fuelled in these days, and
 * the connection to it. One truck was elsewhere. From tomorrow on, one of the company's people is notified of
 * suspicious fillings.
 */
export async function writeTrackers(
  tx: Db,
  company: { id: number; plan: CompanyPlan; cardIds: readonly number[]; userIds: readonly number[] },
  about: { stations: readonly Station[]; time: MoscowTime; key: string },
): Promise<void> {
  const { time, key } = about;
  const units = await rows(
    tx,
    sql<{ id: number; vehicle_id: number; title: string; card_id: number }>`
      with trucks as (
        select vehicle.id, riding.card_id, concat_ws(' ', vehicle.brand, vehicle.plate) as title from vehicle
        join card_on_vehicle riding on riding.company_id = vehicle.company_id and riding.vehicle_id = vehicle.id
          and riding.until is null
        where vehicle.company_id = ${company.id}
      ), added as (
        insert into embedded_wialon_unit (token, title)
        select ${EMBEDDED_WIALON_TOKEN}, title from trucks order by id returning id, title
      )
      select added.id::float8 as id, trucks.id::float8 as vehicle_id, trucks.title, trucks.card_id::float8 as card_id
      from added join trucks on trucks.title = added.title`,
  );
  await writeMessages(tx, company, {
    ...about,
    unitByCard: new Map(units.map((unit) => [unit.card_id, unit.id])),
  });
  await sql`
    insert into wialon_link (company_id, token_sealed, connected_at, connected_by, hands_over_since)
    values (${company.id}, ${seal(EMBEDDED_WIALON_TOKEN, key)}, ${time.at(DAYS, 9)}, ${company.userIds[0]}, ${time.at(1, 0)})`.execute(
    tx,
  );
  await sql`
    insert into wialon_unit (company_id, vehicle_id, unit_id, title)
    select ${company.id}::bigint, input.* from unnest(${units.map((unit) => unit.vehicle_id)}::bigint[],
      ${units.map((unit) => unit.id)}::bigint[], ${units.map((unit) => unit.title)}::text[]) as input`.execute(
    tx,
  );
  await sql`
    insert into signal_duty (company_id, owner_id, told_on)
    values (${company.id}, ${company.userIds[1] ?? company.userIds[0]}, (${time.now}::timestamptz at time zone 'Europe/Moscow')::date)`.execute(
    tx,
  );
}

async function writeMessages(
  tx: Db,
  { plan, cardIds }: { plan: CompanyPlan; cardIds: readonly number[] },
  about: { stations: readonly Station[]; time: MoscowTime; unitByCard: ReadonlyMap<number, number> },
): Promise<void> {
  const { stations, time, unitByCard } = about;
  const byAddress = new Map(stations.map((station) => [saleAddress(station), station]));
  const apartAt = time.at(FAR_APART.daysAgo, FAR_APART.hour).getTime();
  const since = time.now.getTime() - DAYS * DAY_MS;
  const messages = plan.events.flatMap((event) => {
    if (event.kind !== 'operation' || event.typeId !== OPERATION_TYPE.purchase || !event.sale) return [];
    const unitId = unitByCard.get(cardIds[event.card] ?? 0);
    const station = byAddress.get(event.sale.address);
    if (unitId === undefined || !station || event.at.getTime() < since) return [];
    const isApart = event.card === FAR_APART.card && event.at.getTime() === apartAt;
    const at = new Date(event.at.getTime() - BEFORE_MS);
    return [{ unitId, at, lat: station.lat + (isApart ? AWAY_DEGREES : NEAR_DEGREES), lon: station.lon }];
  });
  await sql`
    insert into embedded_wialon_message (unit_id, at, lat, lon)
    select * from unnest(${messages.map((message) => message.unitId)}::bigint[], ${messages.map((message) => message.at)}::timestamptz[],
      ${messages.map((message) => message.lat)}::float8[], ${messages.map((message) => message.lon)}::float8[])
    on conflict do nothing`.execute(tx);
}
