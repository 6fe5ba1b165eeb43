import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import { bigints, parameterOf } from '../../../db/parameter.ts';

/** Litres that the trucks hold that these cards were on, each at its moment, in the order asked; null: on none, or not known. */
export async function tanksOfCards(
  tx: Db,
  asked: readonly { companyId: number; cardId: number; at: Date }[],
): Promise<(number | null)[]> {
  if (asked.length === 0) return [];
  const found = await rows(
    tx,
    sql<{ place: number; litres: number | null }>`
      select asked.place::int as place, tank.litres
      from unnest(${bigints(asked.map((one) => one.companyId))}::bigint[], ${bigints(asked.map((one) => one.cardId))}::bigint[],
        ${parameterOf(asked.map((one) => one.at))}::timestamptz[]) with ordinality as asked (company_id, card_id, at, place)
      cross join lateral (
        select vehicle.tank_centilitres::float8 / 100 as litres
        from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
        where riding.company_id = asked.company_id and riding.card_id = asked.card_id
          and riding.since <= asked.at and (riding.until is null or riding.until > asked.at)
        order by riding.since desc limit 1
      ) tank`,
  );
  const litres = new Map(found.map((one) => [one.place, one.litres]));
  return asked.map((_, index) => litres.get(index + 1) || null);
}
