import { sql } from 'kysely';
import { OPERATION_STATUS, type OperationTypeId, type PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { type Db, firstRow } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import type { JobPayloads } from '../../../queue/job.ts';
import type { CommandJournal, JournalEntry } from '../../../gateways/fuel-network/command-journal.ts';
import type { FinalAnswer, NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';
import { UNDER_WAY_SECONDS } from '../../../gateways/fuel-network/prove-movement.ts';

/** The intent to send a network a command; the job finds it by its id. */
export interface NewCommand {
  id: number;
  companyId: number;
  cardId: number;
  partnerId: PartnerId;
  typeId: OperationTypeId;
  sum: Kopecks;
  /** Null when the programme itself asks, and no user of the company. */
  authorId: number | null;
  /** Why the programme itself asks. */
  reason?: string | undefined;
  requestKey?: string | undefined;
  networkRequestId: string;
  /** Time of the next poll if the job of this transaction never finishes. */
  nextAttemptAt: Date;
}

export async function insertCommands(tx: Db, commands: readonly NewCommand[], now: Date): Promise<void> {
  await sql`
    insert into operation (id, company_id, card_id, partner_id, type_id, status_id, sum_kopecks, author_id,
      network_request_id, next_attempt_at, request_key, reason, created_at)
    overriding system value
    select id, company_id, card_id, partner_id, type_id, ${OPERATION_STATUS.inProgress}, sum_kopecks, author_id,
      network_request_id, next_attempt_at, request_key, reason, ${now}::timestamptz
    from unnest(
      ${commands.map((command) => command.id)}::bigint[], ${commands.map((command) => command.companyId)}::bigint[],
      ${commands.map((command) => command.cardId)}::bigint[], ${commands.map((command) => command.partnerId)}::int[],
      ${commands.map((command) => command.typeId)}::int[], ${commands.map((command) => command.sum)}::bigint[],
      ${commands.map((command) => command.authorId)}::bigint[], ${commands.map((command) => command.networkRequestId)}::uuid[],
      ${commands.map((command) => command.nextAttemptAt)}::timestamptz[],
      ${commands.map((command) => command.requestKey ?? null)}::text[],
      ${commands.map((command) => command.reason ?? null)}::text[]
    ) as new (id, company_id, card_id, partner_id, type_id, sum_kopecks, author_id, network_request_id, next_attempt_at,
      request_key, reason)`.execute(tx);
}

/** A lane does several jobs at the same time, so more commands than this go into a second job. */
const MAX_PER_JOB = 64;

/**
 * Enqueues the delivery of commands, in the caller's transaction: one job for all that go to the same network. The
 * statements are sent at once.
 */
export function enqueueCommands(
  tx: Db,
  commands: readonly { id: number; partnerId: PartnerId; companyId: number }[],
): Promise<void>[] {
  const alone: JobPayloads['carry-out-operation'][] = [];
  const together: JobPayloads['carry-out-operations'][] = [];
  for (const [partnerId, own] of Map.groupBy(commands, (item) => item.partnerId)) {
    for (let from = 0; from < own.length; from += MAX_PER_JOB) {
      const [first, ...others] = own.slice(from, from + MAX_PER_JOB);
      if (!first) continue;
      const { id: operationId, companyId } = first;
      if (others.length === 0) alone.push({ operationId, partnerId, companyId });
      else together.push(mergeIntoOneJob([first, ...others], partnerId));
    }
  }
  return [
    ...(alone.length > 0 ? [enqueueJobs(tx, 'carry-out-operation', alone)] : []),
    ...(together.length > 0 ? [enqueueJobs(tx, 'carry-out-operations', together)] : []),
  ];
}

function mergeIntoOneJob(
  commands: readonly { id: number; companyId: number }[],
  partnerId: PartnerId,
): JobPayloads['carry-out-operations'] {
  return {
    operationIds: commands.map(({ id }) => id),
    partnerId,
    companyIds: commands.map(({ companyId }) => companyId),
  };
}

interface Row {
  command: NetworkCommand;
  before: unknown;
  begun_at: Date;
  answer: FinalAnswer | null;
  reading: unknown;
  reading_at: Date | null;
  unwritten: boolean;
}

const COLUMNS = sql`command, before, begun_at, answer, reading, reading_at, unwritten`;

const MONEY = sql`kind in ('move-to-card', 'move-from-card')`;

/** Clocks of two processes differ, and a reading takes several calls. */
const MARGIN = sql`interval '1 minute'`;

const UNDER_WAY = sql`make_interval(secs => ${UNDER_WAY_SECONDS})`;

/** The journal of commands to a real network, shared by all processes. */
export function makeCommandJournal(db: Db, partnerId: PartnerId): CommandJournal {
  return {
    async find(requestId) {
      const row = await firstRow(
        db,
        sql<Row>`
          select ${COLUMNS} from network_command
          where partner_id = ${partnerId} and request_id = ${requestId}`,
      );
      return row && toJournalEntry(row);
    },
    async begin({ command, before, startedAt }) {
      const cardNumber = getCommandCard(command);
      const { rows } = await sql`
        insert into network_command (partner_id, request_id, kind, card_number, command, before, begun_at)
        values (${partnerId}, ${command.requestId}, ${command.kind}, ${cardNumber},
          ${JSON.stringify(command)}::jsonb, ${JSON.stringify(before)}::jsonb, ${startedAt})
        on conflict do nothing returning request_id`.execute(db);
      return rows.length > 0;
    },
    async beginAgain({ command, before, startedAt }, since) {
      const { rows } = await sql`
        update network_command
        set before = ${JSON.stringify(before)}::jsonb, begun_at = ${startedAt}, unwritten = false, reading = null, reading_at = null
        where partner_id = ${partnerId} and request_id = ${command.requestId} and begun_at = ${since} and answer is null
          and (unwritten or not ${MONEY})
        returning request_id`.execute(db);
      return rows.length > 0;
    },
    async markUnwritten(requestId, since) {
      await sql`
        update network_command set unwritten = true
        where partner_id = ${partnerId} and request_id = ${requestId} and begun_at = ${since} and answer is null`.execute(
        db,
      );
    },
    async keepReading(requestId, since, { state, readAt }) {
      await sql`
        update network_command set reading = ${JSON.stringify(state)}::jsonb, reading_at = ${readAt}
        where partner_id = ${partnerId} and request_id = ${requestId} and begun_at = ${since} and reading is null`.execute(
        db,
      );
    },
    async movedByOthers(requestId, from, to) {
      const { rows } = await sql`
        select from network_command
        where partner_id = ${partnerId} and ${MONEY} and request_id <> ${requestId} and not unwritten
          and begun_at between ${from}::timestamptz - ${UNDER_WAY} - ${MARGIN} and ${to}::timestamptz + ${MARGIN}
          and coalesce(ended_at, begun_at + ${UNDER_WAY}) >= ${from}::timestamptz - ${MARGIN}
        limit 1`.execute(db);
      return rows.length > 0;
    },
    async finish(requestId, answer, at) {
      const row = await firstRow(
        db,
        sql<{ answer: FinalAnswer }>`
          update network_command
          set answer = coalesce(answer, ${JSON.stringify(answer)}::jsonb), ended_at = coalesce(ended_at, ${at}::timestamptz)
          where partner_id = ${partnerId} and request_id = ${requestId} returning answer`,
      );
      return row?.answer ?? answer;
    },
    async conclude(command, answer, { at, quietSince }) {
      const cardNumber = getCommandCard(command);
      const row = await firstRow(
        db,
        sql<{ answer: FinalAnswer }>`
          insert into network_command as known (partner_id, request_id, kind, card_number, command, before, begun_at, answer, ended_at)
          values (${partnerId}, ${command.requestId}, ${command.kind}, ${cardNumber},
            ${JSON.stringify(command)}::jsonb, 'null'::jsonb, ${quietSince}, ${JSON.stringify(answer)}::jsonb, ${at})
          on conflict (partner_id, request_id) do update
          set answer = coalesce(known.answer, excluded.answer), ended_at = coalesce(known.ended_at, excluded.ended_at)
          where known.answer is not null or known.begun_at <= ${quietSince} returning answer`,
      );
      return row?.answer ?? null;
    },
    async listIssues() {
      const { rows } = await sql<Row>`
        select ${COLUMNS} from network_command
        where partner_id = ${partnerId} and kind = 'issue' order by begun_at, request_id`.execute(db);
      return rows.map(toJournalEntry);
    },
  };
}

/** An order names no card. */
function getCommandCard(command: NetworkCommand): string | null {
  return command.kind === 'issue' ? null : command.cardNumber;
}

function toJournalEntry(row: Row): JournalEntry {
  const { command, before, answer, begun_at: startedAt, reading, reading_at: readAt } = row;
  return {
    command,
    before,
    startedAt,
    answer,
    reading: readAt && { state: reading, readAt },
    isUnwritten: row.unwritten,
  };
}
