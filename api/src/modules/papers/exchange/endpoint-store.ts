import { sql } from 'kysely';
import { CARD_STATUS } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

export interface ExchangeCard {
  cardNum: string;
  /** The plate of the truck that the card is on now, else the card's comment. */
  carNumber: string;
  network: string;
  isActive: boolean;
}

export async function listExchangeCards(db: Db, scope: CompanyScope, now: Date): Promise<ExchangeCard[]> {
  return rows(
    db,
    sql<ExchangeCard>`
      select card.card_number as "cardNum", coalesce(truck.plate, card.comment) as "carNumber", partner.title as network,
        card.status_id = ${CARD_STATUS.active} as "isActive"
      from card join partner on partner.id = card.partner_id
      left join lateral (
        select vehicle.plate from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
        where riding.company_id = ${scope.companyId} and riding.card_id = card.id and riding.since <= ${now}
          and (riding.until is null or riding.until > ${now})
        order by riding.since desc limit 1
      ) truck on true
      where card.company_id = ${scope.companyId} order by card.id`,
  );
}

/** Time and purpose of the last call by a program of the company. */
export interface ProgramCall {
  at: Date;
  call: string;
}

/** Stored to the minute, so a program that calls all day costs one write a minute. */
export async function recordProgramCall(
  db: Db,
  { companyId }: CompanyScope,
  { at, call }: ProgramCall,
): Promise<void> {
  await sql`
    insert into exchange_call (company_id, at, call) values (${companyId}, ${at}, ${call})
    on conflict (company_id) do update set at = excluded.at, call = excluded.call
      where excluded.at >= exchange_call.at + interval '1 minute' or excluded.call <> exchange_call.call`.execute(
    db,
  );
}

export function findProgramCall(db: Db, { companyId }: CompanyScope): Promise<ProgramCall | null> {
  return firstRow(db, sql<ProgramCall>`select at, call from exchange_call where company_id = ${companyId}`);
}
