import { sql } from 'kysely';
import { OPERATION_STATUS, type OperationTypeId, type PartnerId, SANDBOX_NETWORK } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { MOVEMENTS, type UnclearMovement } from './unclear-movement.ts';

interface Row {
  id: number;
  type_id: OperationTypeId;
  sum_kopecks: number;
  created_at: Date;
  attempts: number;
  company_id: number;
  inn: string;
  company_title: string;
  card_id: number;
  card_number: string;
  partner_id: PartnerId;
  partner_title: string;
  said: string | null;
  heard_at: Date | null;
}

/** More than any screen shows. */
const MOST = 500;

/** Movements of all companies that were asked for before this moment and have not ended, oldest first. */
export async function listUnclearMovements(db: Db, askedBefore: Date): Promise<UnclearMovement[]> {
  const found = await rows(
    db,
    sql<Row>`
      select operation.id, operation.type_id, operation.sum_kopecks, operation.created_at, operation.attempts,
        company.id as company_id, company.inn, company.title as company_title, card.id as card_id, card.card_number,
        partner.id as partner_id, partner.title as partner_title, word.said, word.heard_at
      from operation
      join company on company.id = operation.company_id
      join card on card.id = operation.card_id
      join partner on partner.id = operation.partner_id
      left join network_word word on word.operation_id = operation.id
      where operation.status_id = ${OPERATION_STATUS.inProgress} and operation.type_id = any(${MOVEMENTS}::int[])
        and operation.created_at <= ${askedBefore} and operation.partner_id <> ${SANDBOX_NETWORK}
      order by operation.created_at, operation.id limit ${MOST}`,
  );
  return found.map((row) => ({
    id: row.id,
    typeId: row.type_id,
    sum: kopecks(row.sum_kopecks),
    createdAt: row.created_at,
    company: { id: row.company_id, inn: row.inn, title: row.company_title },
    card: { id: row.card_id, number: row.card_number },
    partner: { id: row.partner_id, title: row.partner_title },
    attempts: row.attempts,
    lastWord: row.said === null || row.heard_at === null ? null : { said: row.said, heardAt: row.heard_at },
  }));
}
