import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { onlyRow, rows, type Db } from '../../../db/database.ts';
import { mattersOf, MOST_MATTERS, type Matter, type MatterRow } from '../../cards/commands/matter.ts';

/** A job that the queue does not try any more. */
export interface FailedJob extends Matter {
  task: string;
  payload: Record<string, unknown>;
  lastError: string;
}

type Row = MatterRow & { task: string; payload: Record<string, unknown>; last_error: string | null };

/** Jobs whose attempts are used up, and whose company, card and network they were about. */
export async function listFailedJobs(db: Db) {
  const found = await rows(
    db,
    sql<Row>`
      select failed.id, failed.failed_at as since, failed.attempts, failed.task, failed.payload, failed.last_error,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, card.card_number, null as said, null as heard_at, count(*) over () as total
      from failed_jobs() failed
      left join operation on operation.id = (failed.payload ->> 'operationId')::bigint
      left join card on card.id = coalesce((failed.payload ->> 'cardId')::bigint, operation.card_id)
      left join card_request_item item on item.id = (failed.payload ->> 'itemId')::bigint
      left join card_request request on request.id = (failed.payload ->> 'requestId')::bigint
      left join month_document document on document.id = (failed.payload ->> 'documentId')::bigint
      left join company on company.id = coalesce((failed.payload ->> 'companyId')::bigint, operation.company_id,
        card.company_id, item.company_id, request.company_id, document.company_id)
      left join partner on partner.id = coalesce(operation.partner_id, card.partner_id, item.partner_id, document.partner_id)
      where partner.id is distinct from ${SANDBOX_NETWORK}
        and not exists (select from sandbox where sandbox.company_id = company.id)
      order by failed.failed_at desc, failed.id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(found, ({ task, payload, last_error }) => ({
    task,
    payload,
    lastError: last_error ?? '',
  }));
}

/** Begins a job anew that has used up its attempts; false when no such job waits. */
export async function retryFailedJob(db: Db, jobId: number): Promise<boolean> {
  return (await onlyRow(db, sql<{ retried: boolean }>`select retry_failed_job(${jobId}) as retried`)).retried;
}
