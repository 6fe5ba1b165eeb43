import { sql } from 'kysely';
import type { EDM_MESSAGE_STATES } from '#contract/papers/edm.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';

/** A document's progress at the operator; `queued` waits to be sent. */
export type EdmMessageState = (typeof EDM_MESSAGE_STATES)[number];

/** Only one job per document waits. A new job replaces the previous one. */
export function enqueueDelivery(tx: Db, documentId: number, runAt?: Date): Promise<void> {
  const when = runAt ? { runAt } : {};
  return enqueueJob(tx, 'send-edm-document', { documentId }, { key: `send-edm:${documentId}`, ...when });
}

export interface WaitingMessage {
  companyId: number;
  operationId: string;
  boxId: string;
  title: string;
  /** Date on the document, or of its publication if none was given. */
  dateIso: string;
  /** Failed attempts so far. */
  attempts: number;
}

/** A document that waits to be sent; null when it was sent, or never will be. */
export async function findWaitingMessage(db: Db, documentId: number): Promise<WaitingMessage | null> {
  const row = await firstRow(
    db,
    sql<{
      company_id: number;
      operation_id: string;
      box_id: string;
      title: string;
      dated_on: string;
      attempts: number;
    }>`
      select message.company_id, message.operation_id, connection.box_id, document.title, message.attempts,
        coalesce(document.dated_on, (document.published_at at time zone 'Europe/Moscow')::date) as dated_on
      from edm_message message
      join edm_connection connection on connection.company_id = message.company_id and connection.box_id is not null
      join month_document document on document.id = message.document_id
      where message.document_id = ${documentId} and message.state = 'queued'`,
  );
  return (
    row && {
      companyId: row.company_id,
      operationId: row.operation_id,
      boxId: row.box_id,
      title: row.title,
      dateIso: row.dated_on,
      attempts: row.attempts,
    }
  );
}

export interface MessageInTransit {
  companyId: number;
  messageId: string;
  state: EdmMessageState;
  sentAt: Date;
}

/** A document that the operator has and whose state there may still change: what was signed may be annulled. */
export async function findMessageInTransit(db: Db, documentId: number): Promise<MessageInTransit | null> {
  const row = await firstRow(
    db,
    sql<{ company_id: number; message_id: string; state: EdmMessageState; sent_at: Date }>`
      select company_id, message_id, state, sent_at from edm_message
      where document_id = ${documentId} and message_id is not null
        and state in ('sent', 'delivered', 'signed', 'disagreed', 'cancelling')`,
  );
  return (
    row && { companyId: row.company_id, messageId: row.message_id, state: row.state, sentAt: row.sent_at }
  );
}

export interface MessageStep {
  documentId: number;
  from: EdmMessageState;
  to: EdmMessageState;
  messageId?: string | undefined;
  reason?: string | undefined;
  /** True if this message is lost: a repeated delivery of the document is another message. */
  gone?: boolean | undefined;
  now: Date;
}

/** Moves a document a step further. Returns false if another process has moved it meanwhile. */
export async function recordMessageStep(tx: Db, step: MessageStep): Promise<boolean> {
  const gone = step.gone ?? false;
  // Agreed to or refused, or the document itself is: what is proposed next is another proposal.
  const settled = gone || step.to === 'refused' || (step.from === 'cancelling' && step.to !== 'cancelling');
  const handedOver = step.from === 'queued' && step.to === 'sent';
  const row = await firstRow(
    tx,
    sql<{ document_id: number }>`
      update edm_message set state = ${step.to}, reason = ${step.reason ?? null},
        message_id = case when ${gone} then null else coalesce(${step.messageId ?? null}, message_id) end,
        operation_id = case when ${gone} then gen_random_uuid() else operation_id end,
        annulment_reason = case when ${settled} then null else annulment_reason end,
        annulment_asked_at = case when ${settled} then null else annulment_asked_at end,
        sent_at = case when ${handedOver} then ${step.now}::timestamptz else sent_at end,
        changed_at = case when state = ${step.to} then changed_at else ${step.now}::timestamptz end
      where document_id = ${step.documentId} and state = ${step.from} returning document_id`,
  );
  return row !== null;
}

/** Marks the queued messages of a company as failed, because it can no longer be reached. */
export async function failQueued(
  tx: Db,
  args: { companyId: number; reason: string; now: Date },
): Promise<void> {
  await sql`
    update edm_message set state = 'failed', reason = ${args.reason}, changed_at = ${args.now}
    where company_id = ${args.companyId} and state = 'queued'`.execute(tx);
}

/**
 * Stores that the operator did not accept a document, and why. Returns false if another process has moved it meanwhile.
 */
export async function recordRefusedDelivery(
  tx: Db,
  args: { documentId: number; attempts: number; reason: string },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ document_id: number }>`
      update edm_message set attempts = ${args.attempts}, reason = ${args.reason}
      where document_id = ${args.documentId} and state = 'queued' and attempts = ${args.attempts - 1}
      returning document_id`,
  );
  return row !== null;
}
