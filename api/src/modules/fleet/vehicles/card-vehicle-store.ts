import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { SINCE_EVER } from '../../cards/drivers/since-ever.ts';

/** A truck that a card was on, since when and until when. */
export interface VehicleSpan {
  id: number;
  plate: string;
  brand: string;
  removed: boolean;
  since: Date;
  until: Date | null;
}

const SPANS_MOST = 200;

/** The trucks of a card, the newest first. */
export function listVehicleSpans(db: Db, scope: CompanyScope, cardId: number): Promise<VehicleSpan[]> {
  return rows(
    db,
    sql<VehicleSpan>`
      select vehicle.id, vehicle.plate, vehicle.brand, vehicle.removed_at is not null as removed, riding.since, riding.until
      from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
      where riding.company_id = ${scope.companyId} and riding.card_id = ${cardId} and vehicle.company_id = ${scope.companyId}
        and (riding.until is null or riding.until > riding.since)
      order by riding.until desc nulls first, riding.since desc, riding.id desc limit ${SPANS_MOST}`,
  );
}

/** From now on the card is on this truck, or on none. Its first truck counts for all that it ever bought. */
export async function putCardOn(
  tx: Db,
  scope: CompanyScope,
  { cardId, vehicleId, now }: { cardId: number; vehicleId: number | null; now: Date },
): Promise<void> {
  await sql`
    update card_on_vehicle set until = greatest(since, ${now}::timestamptz)
    where company_id = ${scope.companyId} and card_id = ${cardId} and until is null
      and vehicle_id is distinct from ${vehicleId}::bigint`.execute(tx);
  if (vehicleId === null) return;
  await sql`
    insert into card_on_vehicle (company_id, card_id, vehicle_id, since)
    select ${scope.companyId}::bigint, ${cardId}::bigint, ${vehicleId}::bigint,
      case when exists (
        select from card_on_vehicle where company_id = ${scope.companyId} and card_id = ${cardId}
      ) then ${now}::timestamptz else ${SINCE_EVER}::timestamptz end
    where not exists (
      select from card_on_vehicle where company_id = ${scope.companyId} and card_id = ${cardId} and until is null)`.execute(
    tx,
  );
}
