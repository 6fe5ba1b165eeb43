import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import type { EdmMessageState } from './edm-messages.ts';
import { isUnread } from '../../cards/commands/operations.ts';
import {
  toCases,
  MAX_CASES,
  type CaseRow,
  type Acknowledgeable,
  type CaseKind,
} from '../../cards/commands/cases.ts';
import { listDescribed } from '../../cards/commands/network-health.ts';

/** A document that has not arrived: the operator has not accepted it so far, or it failed on the way. */
export interface StuckMessage {
  documentId: number;
  title: string;
  month: string;
  company: { id: number; inn: string; title: string };
  state: EdmMessageState;
  reason: string | null;
  attempts: number;
  askedAt: Date;
}

interface Row {
  document_id: number;
  title: string;
  month: string;
  company_id: number;
  inn: string;
  company_title: string;
  state: EdmMessageState;
  reason: string | null;
  attempts: number;
  asked_at: Date;
}

/** More than any screen shows; the newest come first. */
const MAX_LISTED = 500;

/**
 * Returns failed messages, those being retried, and those that have waited for their first attempt since before
 * `askedBefore`.
 */
export async function listStuckMessages(db: Db, askedBefore: Date): Promise<StuckMessage[]> {
  const found = await rows(
    db,
    sql<Row>`
      select message.document_id, document.title, document.month, company.id as company_id, company.inn,
        company.title as company_title, message.state, message.reason, message.attempts, message.asked_at
      from edm_message message
      join month_document document on document.id = message.document_id
      join company on company.id = message.company_id
      where message.state = 'failed'
        or (message.state = 'queued' and (message.attempts > 0 or message.asked_at <= ${askedBefore}))
      order by message.state, message.asked_at desc, message.document_id desc limit ${MAX_LISTED}`,
  );
  return found.map((row) => ({
    documentId: row.document_id,
    title: row.title,
    month: row.month,
    company: { id: row.company_id, inn: row.inn, title: row.company_title },
    state: row.state,
    reason: row.reason,
    attempts: row.attempts,
    askedAt: row.asked_at,
  }));
}

export async function lockMessage(
  tx: Db,
  documentId: number,
): Promise<{
  companyId: number;
  state: EdmMessageState;
  reason: string | null;
  /** The company takes electronic documents now. */
  connected: boolean;
} | null> {
  const row = await firstRow(
    tx,
    sql<{ company_id: number; state: EdmMessageState; reason: string | null; connected: boolean }>`
      select message.company_id, message.state, message.reason, company.edm_state = 'accepted' as connected
      from edm_message message join company on company.id = message.company_id
      where message.document_id = ${documentId} for no key update of message`,
  );
  return row && { companyId: row.company_id, state: row.state, reason: row.reason, connected: row.connected };
}

export async function queueAgain(tx: Db, args: { documentId: number; now: Date }): Promise<void> {
  await sql`
    update edm_message set state = 'queued', attempts = 0, reason = null, changed_at = ${args.now}
    where document_id = ${args.documentId}`.execute(tx);
}

async function listRefusedMessages(db: Db) {
  const found = await rows(
    db,
    sql<CaseRow & { title: string }>`
      select message.document_id as id, message.changed_at as since, 0 as attempts, document.title, null as partner_id,
        null as partner_title, company.id as company_id, company.inn, company.title as company_title, null as card_number,
        message.reason as said, message.changed_at as heard_at, count(*) over () as total
      from edm_message message
      join month_document document on document.id = message.document_id
      join company on company.id = message.company_id
      where message.state = 'refused' and ${isUnread('letter', 'message.document_id', 'message.changed_at')}
      order by message.changed_at desc, message.document_id desc limit ${MAX_CASES}`,
  );
  return toCases(found, ({ title }) => ({ title }));
}

function findRefusedMessage(db: Db, documentId: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number }>`
      select ${isUnread('letter', 'message.document_id', 'message.changed_at')} as waits, company_id
      from edm_message message where message.document_id = ${documentId} and message.state = 'refused'`,
  );
}

/** «Отказы в подписи»: a document that the company has refused to sign. */
export const refusedMessageCase = {
  list: listDescribed(listRefusedMessages, ({ title }) => ({
    asked: title,
    problem: 'Клиент отказался подписать документ',
    deeds: ['acknowledge'],
  })),
  findUnread: findRefusedMessage,
} satisfies CaseKind & Acknowledgeable;
