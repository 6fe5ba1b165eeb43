import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { BEGINNING_OF_TIME, requireDriver } from './drivers.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { assertNotInMaintenance } from '../cards/policy.ts';
import { readCard } from '../cards/read-card.ts';

/** The first driver of a card counts for all its past purchases, because no driver was recorded until then. */
async function insertCardDriver(
  tx: Db,
  scope: CompanyScope,
  args: { cardId: number; driverId: number; now: Date },
): Promise<void> {
  const { cardId, driverId, now } = args;
  await sql`
    with added as (
      insert into card_driver (card_id, driver_id, company_id) values (${cardId}, ${driverId}, ${scope.companyId})
      on conflict do nothing returning card_id, driver_id, company_id
    )
    insert into driver_on_card (company_id, card_id, driver_id, since)
    select added.company_id, added.card_id, added.driver_id,
      case when exists (
        select from driver_on_card known where known.company_id = added.company_id and known.card_id = added.card_id
      ) then ${now}::timestamptz else ${BEGINNING_OF_TIME}::timestamptz end
    from added`.execute(tx);
}

async function deleteCardDriver(
  tx: Db,
  scope: CompanyScope,
  args: { cardId: number; driverId: number; now: Date },
): Promise<void> {
  const { cardId, driverId, now } = args;
  await sql`
    with taken as (
      delete from card_driver
      where card_id = ${cardId} and driver_id = ${driverId} and company_id = ${scope.companyId}
      returning card_id, driver_id, company_id
    )
    update driver_on_card set until = greatest(since, ${now}::timestamptz) from taken
    where driver_on_card.company_id = taken.company_id and driver_on_card.card_id = taken.card_id
      and driver_on_card.driver_id = taken.driver_id and driver_on_card.until is null`.execute(tx);
}

/** The networks of the cards that a driver is on, each once. */
export async function listPartnersOfDriver(tx: Db, scope: CompanyScope, driverId: number): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ partner_id: number }>`
      select distinct card.partner_id from card_driver join card on card.id = card_driver.card_id
      where card_driver.driver_id = ${driverId} and card_driver.company_id = ${scope.companyId}`,
  );
  return found.map((row) => row.partner_id);
}

/** Lets a driver use a card; doing it twice changes nothing. 404 for another company's card or driver. */
export async function attachDriver(
  ctx: Context,
  args: { scope: CompanyScope; cardId: number; driverId: number },
): Promise<void> {
  const card = await readCard(ctx, args.scope, args.cardId);
  await assertNotInMaintenance(ctx, card.partnerId);
  await ctx.db.inCompany(args.scope, async (tx) => {
    await requireDriver(tx, args.scope, args.driverId);
    await insertCardDriver(tx, args.scope, { ...args, now: ctx.clock.now() });
  });
}

/** Takes a driver off a card; one who is not on it stays off. 404 for another company's card or driver. */
export async function detachDriver(
  ctx: Context,
  args: { scope: CompanyScope; cardId: number; driverId: number },
): Promise<void> {
  const card = await readCard(ctx, args.scope, args.cardId);
  await assertNotInMaintenance(ctx, card.partnerId);
  await ctx.db.inCompany(args.scope, async (tx) => {
    await requireDriver(tx, args.scope, args.driverId);
    await deleteCardDriver(tx, args.scope, { ...args, now: ctx.clock.now() });
  });
}

/**
 * Replaces the drivers of a card within the caller's transaction, and returns those who were on it before. 404 for another
 * company's driver.
 */
export async function replaceDrivers(
  tx: Db,
  scope: CompanyScope,
  args: { cardId: number; driverIds: readonly number[]; now: Date },
): Promise<number[]> {
  const { cardId, driverIds, now } = args;
  for (const driverId of driverIds) await requireDriver(tx, scope, driverId);
  const before = await listDriversOfCard(tx, scope, cardId);
  for (const driverId of before)
    if (!driverIds.includes(driverId)) await deleteCardDriver(tx, scope, { cardId, driverId, now });
  for (const driverId of driverIds) await insertCardDriver(tx, scope, { cardId, driverId, now });
  return before;
}

async function listDriversOfCard(tx: Db, scope: CompanyScope, cardId: number): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ driver_id: number }>`
      select driver_id from card_driver
      where company_id = ${scope.companyId} and card_id = ${cardId} order by driver_id`,
  );
  return found.map((row) => row.driver_id);
}
