import { sql } from 'kysely';
import { OPERATION_STATUS, type OperationTypeId, type PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';

/** The intent to send a network a command; the job finds it by its id. */
export interface NewCommand {
  id: number;
  companyId: number;
  cardId: number;
  partnerId: PartnerId;
  typeId: OperationTypeId;
  sum: Kopecks;
  /** Null: the programme itself, nobody of the company. */
  authorId: number | null;
  requestKey?: string | undefined;
  networkRequestId: string;
  /** When to look after it if the job of this transaction never finishes. */
  nextAttemptAt: Date;
}

export async function insertCommands(tx: Db, commands: readonly NewCommand[], now: Date): Promise<void> {
  await sql`
    insert into operation (id, company_id, card_id, partner_id, type_id, status_id, sum_kopecks, author_id,
      network_request_id, next_attempt_at, request_key, created_at)
    overriding system value
    select id, company_id, card_id, partner_id, type_id, ${OPERATION_STATUS.inProgress}, sum_kopecks, author_id,
      network_request_id, next_attempt_at, request_key, ${now}::timestamptz
    from unnest(
      ${commands.map((one) => one.id)}::bigint[], ${commands.map((one) => one.companyId)}::bigint[],
      ${commands.map((one) => one.cardId)}::bigint[], ${commands.map((one) => one.partnerId)}::int[],
      ${commands.map((one) => one.typeId)}::int[], ${commands.map((one) => one.sum)}::bigint[],
      ${commands.map((one) => one.authorId)}::bigint[], ${commands.map((one) => one.networkRequestId)}::uuid[],
      ${commands.map((one) => one.nextAttemptAt)}::timestamptz[],
      ${commands.map((one) => one.requestKey ?? null)}::text[]
    ) as new (id, company_id, card_id, partner_id, type_id, sum_kopecks, author_id, network_request_id, next_attempt_at,
      request_key)`.execute(tx);
}
