import { sql } from 'kysely';
import type { CompanyScope } from '../../db/company-scope.ts';
import type { Db } from '../../db/database.ts';

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
