import { sql } from 'kysely';
import { CARD_STATUS } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';

export interface DoorCard {
  cardNum: string;
  carNumber: string;
  network: string;
  isActive: boolean;
}

export async function listDoorCards(db: Db, scope: CompanyScope): Promise<DoorCard[]> {
  return rows(
    db,
    sql<DoorCard>`
      select card.card_number as "cardNum", card.comment as "carNumber", partner.title as network,
        card.status_id = ${CARD_STATUS.active} as "isActive"
      from card join partner on partner.id = card.partner_id
      where card.company_id = ${scope.companyId} order by card.id`,
  );
}

/** When a program of the company has called last, and for what. */
export interface ProgramCall {
  at: Date;
  call: string;
}

/** Kept to a minute: a program that asks all day costs a write a minute. */
export async function noteProgramCall(
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
