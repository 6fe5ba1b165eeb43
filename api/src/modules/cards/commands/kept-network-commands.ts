import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { CommandJournal, JournalEntry } from '../../../gateways/fuel-network/command-journal.ts';
import type { FinalAnswer, NetworkCommand } from '../../../gateways/fuel-network/fuel-network.ts';
import { UNDER_WAY_SECONDS } from '../../../gateways/fuel-network/prove-movement.ts';

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
export function keptNetworkCommands(db: Db, partnerId: PartnerId): CommandJournal {
  return {
    async find(requestId) {
      const row = await firstRow(
        db,
        sql<Row>`
          select ${COLUMNS} from network_command
          where partner_id = ${partnerId} and request_id = ${requestId}`,
      );
      return row && entryOf(row);
    },
    async begin({ command, before, begunAt }) {
      const cardNumber = cardOf(command);
      const { rows } = await sql`
        insert into network_command (partner_id, request_id, kind, card_number, command, before, begun_at)
        values (${partnerId}, ${command.requestId}, ${command.kind}, ${cardNumber},
          ${JSON.stringify(command)}::jsonb, ${JSON.stringify(before)}::jsonb, ${begunAt})
        on conflict do nothing returning request_id`.execute(db);
      return rows.length > 0;
    },
    async beginAgain({ command, before, begunAt }, since) {
      const { rows } = await sql`
        update network_command
        set before = ${JSON.stringify(before)}::jsonb, begun_at = ${begunAt}, unwritten = false, reading = null, reading_at = null
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
    async movedBeside(requestId, from, to) {
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
      const cardNumber = cardOf(command);
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
      return rows.map(entryOf);
    },
  };
}

/** An order names no card. */
function cardOf(command: NetworkCommand): string | null {
  return command.kind === 'issue' ? null : command.cardNumber;
}

function entryOf(row: Row): JournalEntry {
  const { command, before, answer, begun_at: begunAt, reading, reading_at: readAt } = row;
  return {
    command,
    before,
    begunAt,
    answer,
    reading: readAt && { state: reading, readAt },
    isUnwritten: row.unwritten,
  };
}
