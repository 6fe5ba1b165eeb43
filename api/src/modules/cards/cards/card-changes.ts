import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { CardChange, CardChangeKind, CardChangeState, CardChoice, EndedChoice } from './card-change.ts';
import type { DueAt } from '../commands/list-due.ts';
import { SILENT_TEXT } from '../commands/unclear-movement.ts';

export interface ChangeRow {
  id: number;
  company_id: number;
  card_id: number;
  card_number: string;
  partner_id: PartnerId;
  kind: CardChangeKind;
  wanted: CardChoice['wanted'];
  before: CardChoice['before'];
  request_id: string;
  attempts: number;
}

/** Stores a choice. It replaces one of the same kind that the network has not received yet. */
export async function insertChange(
  tx: Db,
  change: CardChoice & {
    companyId: number;
    cardId: number;
    requestId: string;
    authorId: number;
    nextAttemptAt: Date;
    now: Date;
  },
): Promise<number> {
  const replaced = await firstRow(
    tx,
    sql<{ before: CardChoice['before'] }>`
      update card_change set state = 'superseded', finished_at = ${change.now}
      where card_id = ${change.cardId} and company_id = ${change.companyId} and kind = ${change.kind}
        and state = 'waiting' and attempts = 0
      returning before`,
  );
  const row = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into card_change (company_id, card_id, kind, wanted, before, request_id, author_id, next_attempt_at, created_at)
      values (${change.companyId}, ${change.cardId}, ${change.kind}, ${JSON.stringify(change.wanted)}::jsonb,
        ${JSON.stringify(replaced ? replaced.before : change.before)}::jsonb, ${change.requestId}::uuid,
        ${change.authorId}, ${change.nextAttemptAt}, ${change.now})
      returning id`,
  );
  return row.id;
}

/**
 * Claims the card's oldest waiting change for this caller until `until`. Returns null when nothing waits, or when
 * another caller is sending this card's changes now and will go on with the rest.
 */
export async function claimChange(
  db: Db,
  args: { cardId: number; now: Date; until: Date },
): Promise<CardChange | null> {
  const row = await firstRow(
    db,
    sql<ChangeRow>`
      update card_change change set claimed_until = ${args.until}, attempts = attempts + 1, next_attempt_at = ${args.until}
      from card
      where change.id = (
          select id from card_change where card_id = ${args.cardId} and state = 'waiting' order by id limit 1
        )
        and change.state = 'waiting' and (change.claimed_until is null or change.claimed_until <= ${args.now})
        and card.id = change.card_id
      returning change.id, change.company_id, change.card_id, card.card_number, card.partner_id, change.kind,
        change.wanted, change.before, change.request_id, change.attempts`,
  );
  return row && toCardChange(row);
}

/**
 * Releases the change: the network could not be reached, or its answer comes later. Its last response is saved for the
 * staff.
 */
export async function postponeChange(
  db: Db,
  args: { id: number; nextAttemptAt: Date; text: string; now: Date },
): Promise<void> {
  await sql`
    update card_change set claimed_until = null, next_attempt_at = ${args.nextAttemptAt}, network_said = ${args.text},
      heard_at = ${args.now}
    where id = ${args.id} and state = 'waiting'`.execute(db);
}

/** Returns true when the change was still waiting and, with `onlyUnclaimed`, was not being sent. */
export async function markChangeFinished(
  tx: Db,
  args: {
    id: number;
    state: 'done' | 'refused';
    reason: string | null;
    now: Date;
    onlyUnclaimed: boolean;
  },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update card_change set state = ${args.state}, reason = ${args.reason}, finished_at = ${args.now},
        claimed_until = null, next_attempt_at = null
      where id = ${args.id} and state = 'waiting'
        and (not ${args.onlyUnclaimed}::boolean or claimed_until is null or claimed_until <= ${args.now})
      returning id`,
  );
  return row !== null;
}

/**
 * Passes on to the next waiting change of the same kind what really was in force before it; false when there is none.
 */
export async function passPreviousLayer(tx: Db, refused: CardChange): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update card_change set before = ${JSON.stringify(refused.before)}::jsonb
      where id = (
        select min(id) from card_change
        where card_id = ${refused.cardId} and kind = ${refused.kind} and state = 'waiting' and id > ${refused.id}
      )
      returning id`,
  );
  return row !== null;
}

/** Status of a choice, and the reason if it was refused. */
export interface ChangeEnd {
  state: CardChangeState;
  reason: string | null;
}

export async function listChangeStates(db: Db, ids: readonly number[]): Promise<Map<number, ChangeEnd>> {
  const found = await rows(
    db,
    sql<
      ChangeEnd & { id: number }
    >`select id, state, reason from card_change where id = any(${ids}::bigint[])`,
  );
  return new Map(found.map(({ id, ...end }) => [id, end]));
}

/** Cards of a network with a change whose next attempt is due, including those left behind by a stopped process. */
export async function listDueCards(db: Db, args: DueAt): Promise<number[]> {
  const { rows } = await sql<{ card_id: number }>`
    select change.card_id from card_change change join card on card.id = change.card_id
    where change.state = 'waiting' and change.next_attempt_at <= ${args.now} and card.partner_id = ${args.partnerId}
    group by change.card_id order by min(change.next_attempt_at) limit ${args.limit}`.execute(db);
  return rows.map((row) => row.card_id);
}

function toCardChange(row: ChangeRow): CardChange {
  return {
    id: row.id,
    companyId: row.company_id,
    cardId: row.card_id,
    cardNumber: row.card_number,
    partnerId: row.partner_id,
    requestId: row.request_id,
    attempts: row.attempts,
    // The two kinds store different shapes in the same columns.
    ...({ kind: row.kind, wanted: row.wanted, before: row.before } as CardChoice),
  };
}

/** Returns a choice in any state. */
export async function findChange(
  db: Db,
  id: number,
): Promise<{
  change: CardChange;
  state: CardChangeState;
  createdAt: Date;
  claimedUntil: Date | null;
} | null> {
  const row = await firstRow(
    db,
    sql<ChangeRow & { state: CardChangeState; created_at: Date; claimed_until: Date | null }>`
      select change.id, change.company_id, change.card_id, card.card_number, card.partner_id, change.kind, change.wanted,
        change.before, change.request_id, change.attempts, change.state, change.created_at, change.claimed_until
      from card_change change join card on card.id = change.card_id where change.id = ${id}`,
  );
  return (
    row && {
      change: toCardChange(row),
      state: row.state,
      createdAt: row.created_at,
      claimedUntil: row.claimed_until,
    }
  );
}

export function findChangeByRequest(db: Db, requestId: string): Promise<EndedChoice | null> {
  return firstRow(
    db,
    sql<EndedChoice>`
      select change.request_id as "requestId", change.kind, change.state, change.reason,
        change.finished_at as "finishedAt", change.company_id as "companyId", card.card_number as "cardNumber",
        card.partner_id as "partnerId"
      from card_change change join card on card.id = change.card_id where change.request_id = ${requestId}::uuid`,
  );
}

/** Makes changes due now that failed or waited because their network was silent, when it answers again. */
export async function hastenChanges(db: Db, args: { partnerId: PartnerId; now: Date }): Promise<void> {
  await sql`
    update card_change set next_attempt_at = ${args.now} where id in (
      select change.id from card_change change join card on card.id = change.card_id
      where change.state = 'waiting' and change.claimed_until is null and change.next_attempt_at > ${args.now}
        and card.partner_id = ${args.partnerId}
        and (change.attempts = 0 or starts_with(change.network_said, ${SILENT_TEXT}))
      order by change.id for no key update of change skip locked
    )`.execute(db);
}
