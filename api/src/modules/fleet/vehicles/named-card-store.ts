import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';

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
