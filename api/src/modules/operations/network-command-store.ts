import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, type Db } from '../../db/database.ts';
import type { CommandJournal, JournalEntry } from '../../gateways/fuel-network/command-journal.ts';
import type { FinalAnswer, NetworkCommand } from '../../gateways/fuel-network/fuel-network.ts';

interface Row {
  command: NetworkCommand;
  before: unknown;
  begun_at: Date;
  answer: FinalAnswer | null;
}

/** The journal of commands to a real network, shared by all processes. */
export function keptNetworkCommands(db: Db, partnerId: PartnerId): CommandJournal {
  return {
    async find(requestId) {
      const row = await firstRow(
        db,
        sql<Row>`
          select command, before, begun_at, answer from network_command
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
        update network_command set before = ${JSON.stringify(before)}::jsonb, begun_at = ${begunAt}
        where partner_id = ${partnerId} and request_id = ${command.requestId} and begun_at = ${since} and answer is null
        returning request_id`.execute(db);
      return rows.length > 0;
    },
    async finish(requestId, answer) {
      const row = await firstRow(
        db,
        sql<{ answer: FinalAnswer }>`
          update network_command
          set answer = coalesce(answer, ${JSON.stringify(answer)}::jsonb)
          where partner_id = ${partnerId} and request_id = ${requestId} returning answer`,
      );
      return row?.answer ?? answer;
    },
    async conclude(command, answer, quietSince) {
      const cardNumber = cardOf(command);
      const row = await firstRow(
        db,
        sql<{ answer: FinalAnswer }>`
          insert into network_command as known (partner_id, request_id, kind, card_number, command, before, begun_at, answer)
          values (${partnerId}, ${command.requestId}, ${command.kind}, ${cardNumber},
            ${JSON.stringify(command)}::jsonb, 'null'::jsonb, ${quietSince}, ${JSON.stringify(answer)}::jsonb)
          on conflict (partner_id, request_id) do update set answer = coalesce(known.answer, excluded.answer)
          where known.answer is not null or known.begun_at <= ${quietSince} returning answer`,
      );
      return row?.answer ?? null;
    },
    async listIssues() {
      const { rows } = await sql<Row>`
        select command, before, begun_at, answer from network_command
        where partner_id = ${partnerId} and kind = 'issue' order by begun_at, request_id`.execute(db);
      return rows.map(entryOf);
    },
  };
}

/** An order names no card. */
function cardOf(command: NetworkCommand): string | null {
  return command.kind === 'issue' ? null : command.cardNumber;
}

function entryOf({ begun_at: begunAt, ...row }: Row): JournalEntry {
  return { ...row, begunAt };
}
