import { sql } from 'kysely';
import {
  OPERATION_STATUS,
  type OperationTypeId,
  type PartnerId,
  SANDBOX_NETWORK,
  OPERATION_TYPE,
} from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { MOVEMENTS, type UnclearMovement, UNCLEAR_AFTER_SECONDS } from './unclear-movement.ts';
import { type OperationRecord, COLUMNS, toOperationRecord, type OperationRow } from './operations.ts';
import type { Context } from '../../../context.ts';
import { notify } from '../../messaging/notices/notify.ts';

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
const MAX_LISTED = 500;

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
      order by operation.created_at, operation.id limit ${MAX_LISTED}`,
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
    lastWord: row.said === null || row.heard_at === null ? null : { text: row.said, heardAt: row.heard_at },
  }));
}

/** Lists movements that were requested before a moment, have not ended, and have not been notified. */
async function listUnreportedMovements(db: Db, askedBefore: Date): Promise<OperationRecord[]> {
  const found = await rows(
    db,
    sql<OperationRow>`
      select ${COLUMNS} from operation join card on card.id = operation.card_id
      where operation.status_id = ${OPERATION_STATUS.inProgress} and operation.type_id = any(${MOVEMENTS}::int[])
        and operation.created_at <= ${askedBefore} and operation.partner_id <> ${SANDBOX_NETWORK}
        and not exists (select from notice_event event
          where event.kind = 'movement-unclear' and event.about = 'operation:' || operation.id)
      order by operation.id limit ${MAX_LISTED}`,
  );
  return found.map(toOperationRecord);
}

/** Notifies companies, once, of movements whose outcome the network has not reported for a long time. */
export async function notifyUnclearMovements(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const askedBefore = new Date(now.getTime() - UNCLEAR_AFTER_SECONDS * 1000);
  const untold = await listUnreportedMovements(ctx.db.system, askedBefore);
  if (untold.length === 0) return;
  await ctx.db.inSystem((tx) =>
    notify(
      tx,
      ...untold.map(({ id, companyId, authorId, cardId, cardNumber, typeId, sum }) => ({
        kind: 'movement-unclear' as const,
        companyId,
        userId: authorId,
        facts: {
          cardId,
          card: cardNumber.slice(-4),
          sumKopecks: sum,
          toCard: typeId === OPERATION_TYPE.topUp,
        },
        about: `operation:${id}`,
        now,
      })),
    ),
  );
}
