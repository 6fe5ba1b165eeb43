import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';

export async function insertCardDriver(
  tx: Db,
  scope: CompanyScope,
  args: { cardId: number; driverId: number },
): Promise<void> {
  await sql`
    insert into card_driver (card_id, driver_id, company_id) values (${args.cardId}, ${args.driverId}, ${scope.companyId})
    on conflict do nothing`.execute(tx);
}

export async function deleteCardDriver(
  tx: Db,
  scope: CompanyScope,
  args: { cardId: number; driverId: number },
): Promise<void> {
  await sql`
    delete from card_driver
    where card_id = ${args.cardId} and driver_id = ${args.driverId} and company_id = ${scope.companyId}`.execute(
    tx,
  );
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
