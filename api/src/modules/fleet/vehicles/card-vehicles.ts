import { sql } from 'kysely';
import { MAX_CARDS_PER_VEHICLE } from '#contract/fleet/vehicles.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { BEGINNING_OF_TIME } from '../../cards/drivers/drivers.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { cardsOfVehicle, findVehicle, NO_VEHICLE } from './vehicles.ts';
import { lockFleet } from './lock-fleet.ts';

/** A truck that a card was on, since when and until when. */
export interface VehicleSpan {
  id: number;
  plate: string;
  brand: string;
  removed: boolean;
  since: Date;
  until: Date | null;
}

const MAX_SPANS = 200;

/** The trucks of a card, the newest first. */
export function listVehicleSpans(db: Db, scope: CompanyScope, cardId: number): Promise<VehicleSpan[]> {
  return rows(
    db,
    sql<VehicleSpan>`
      select vehicle.id, vehicle.plate, vehicle.brand, vehicle.removed_at is not null as removed, riding.since, riding.until
      from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
      where riding.company_id = ${scope.companyId} and riding.card_id = ${cardId} and vehicle.company_id = ${scope.companyId}
        and (riding.until is null or riding.until > riding.since)
      order by riding.until desc nulls first, riding.since desc, riding.id desc limit ${MAX_SPANS}`,
  );
}

/** Puts the card on this truck from now on, or on none. Its first truck counts for all its past purchases. */
async function putCardOn(
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
      ) then ${now}::timestamptz else ${BEGINNING_OF_TIME}::timestamptz end
    where not exists (
      select from card_on_vehicle where company_id = ${scope.companyId} and card_id = ${cardId} and until is null)`.execute(
    tx,
  );
}

/** Puts a card on a truck, or on none. Refuses: 404 another company's card, `vehicle_id` that is no truck of the company or full. */
export async function setCardVehicle(
  ctx: Context,
  args: { scope: CompanyScope; cardId: number; vehicleId: number | null },
): Promise<void> {
  const { scope, cardId, vehicleId } = args;
  await readCard(ctx, scope, cardId);
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    await lockFleet(tx, scope);
    const vehicle = vehicleId === null ? null : await findVehicle(tx, scope, vehicleId);
    if (vehicleId !== null && (!vehicle || vehicle.isRemoved)) throw fieldRefusal('vehicle_id', NO_VEHICLE);
    const [before] = await listVehicleSpans(tx, scope, cardId);
    const isOn = before?.until === null ? before : null;
    if (
      vehicle &&
      isOn?.id !== vehicle.id &&
      (await cardsOfVehicle(tx, scope, vehicle.id)).length >= MAX_CARDS_PER_VEHICLE
    )
      throw fieldRefusal('vehicle_id', `На машине уже ${MAX_CARDS_PER_VEHICLE} карт`);
    await putCardOn(tx, scope, { cardId, vehicleId, now });
    recordChange(tx, {
      targets: [{ kind: 'card', id: cardId }],
      before: { plate: isOn?.plate ?? null },
      after: { plate: vehicle?.plate ?? null },
    });
  });
}

export interface NamedCard {
  id: number;
  number: string;
  comment: string;
  /** The truck that it is on now. */
  vehicleId: number | null;
}

/** All cards of the company, oldest first. */
export function listNamedCards(db: Db, scope: CompanyScope): Promise<NamedCard[]> {
  return rows(
    db,
    sql<NamedCard>`
      select card.id, card.card_number as number, card.comment, riding.vehicle_id as "vehicleId"
      from card left join card_on_vehicle riding on riding.card_id = card.id
        and riding.company_id = card.company_id and riding.until is null
      where card.company_id = ${scope.companyId} order by card.id`,
  );
}
