import { sql } from 'kysely';
import type { HoldKind } from '#contract/blocks.ts';
import { CARD_STATUS, OPERATION_STATUS, OPERATION_TYPE, type OperationTypeId } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { HoldableCard } from './card-hold.ts';
import { HOLDABLE_CARD } from './lock-any-card.ts';

/** Cards of a company that are set up and that no hold of this kind keeps, locked. */
export function lockUnheldCards(
  tx: Db,
  args: { companyId: number; kind: HoldKind; most: number },
): Promise<HoldableCard[]> {
  return rows(
    tx,
    sql<HoldableCard>`
      select ${HOLDABLE_CARD} from card
      where card.company_id = ${args.companyId} and card.status_id <> ${CARD_STATUS.notSetUp}
        and not exists (
          select from card_hold hold where hold.card_id = card.id and hold.kind = ${args.kind} and hold.ended_at is null)
      order by card.id limit ${args.most} for no key update of card`,
  );
}

/** Cards of a company that a hold of this kind keeps, locked. */
export function lockHeldCards(
  tx: Db,
  args: { companyId: number; kind: HoldKind; most: number },
): Promise<HoldableCard[]> {
  return rows(
    tx,
    sql<HoldableCard>`
      select ${HOLDABLE_CARD} from card_hold hold join card on card.id = hold.card_id
      where hold.company_id = ${args.companyId} and hold.kind = ${args.kind} and hold.ended_at is null
      order by card.id limit ${args.most} for no key update of card`,
  );
}

/** Which of these cards will be blocked once their networks have answered everything. The caller holds their locks. */
export async function listToBeBlocked(tx: Db, cards: readonly HoldableCard[]): Promise<Set<number>> {
  const types = [OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking];
  const waiting = await rows(
    tx,
    sql<{ card_id: number; type_id: OperationTypeId }>`
      select distinct on (card_id) card_id, type_id from operation
      where card_id = any(${cards.map((one) => one.id)}::bigint[]) and status_id = ${OPERATION_STATUS.inProgress}
        and type_id = any(${types}::int[])
      order by card_id, id desc`,
  );
  const last = new Map(waiting.map((one) => [one.card_id, one.type_id]));
  return new Set(
    cards.flatMap(({ id, statusId }) => {
      const type = last.get(id);
      const blocked = type ? type === OPERATION_TYPE.blocking : statusId === CARD_STATUS.blocked;
      return blocked ? [id] : [];
    }),
  );
}

/** Held cards that are at work all the same, with nothing asked of their networks, and no refusal since `before`. */
export async function listRefusedHolds(db: Db, args: { before: Date; most: number }): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select card.id from card_hold hold join card on card.id = hold.card_id
      where hold.ended_at is null and hold.held_at < ${args.before} and card.status_id = ${CARD_STATUS.active}
        and not exists (
          select from operation where operation.card_id = card.id
            and type_id in (${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})
            and (status_id = ${OPERATION_STATUS.inProgress} or finished_at > ${args.before}))
      group by card.id order by card.id limit ${args.most}`,
  );
  return found.map((row) => row.id);
}

export async function insertHolds(
  tx: Db,
  holds: readonly { card: HoldableCard; bringsBack: boolean }[],
  about: { kind: HoldKind; reason: string; byId: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into card_hold (company_id, card_id, kind, reason, brings_back, held_by, held_at)
    select company_id, card_id, ${about.kind}, ${about.reason}, brings_back, ${about.byId}::bigint, ${about.now}::timestamptz
    from unnest(${holds.map(({ card }) => card.companyId)}::bigint[], ${holds.map(({ card }) => card.id)}::bigint[],
      ${holds.map((one) => one.bringsBack)}::boolean[]) as held (company_id, card_id, brings_back)`.execute(
    tx,
  );
}

/**
 * Ends the holds of these cards. Returns the cards that they bring back; where another hold still keeps one of them, that
 * hold will bring it back instead.
 */
export async function endHolds(
  tx: Db,
  cardIds: readonly number[],
  about: { kind: HoldKind; reason: string; byId: number | null; now: Date },
): Promise<Set<number>> {
  const ended = await rows(
    tx,
    sql<{ card_id: number }>`
      with ended as (
        update card_hold set ended_at = ${about.now}, ended_by = ${about.byId}, end_reason = ${about.reason}
        where card_id = any(${cardIds}::bigint[]) and kind = ${about.kind} and ended_at is null
        returning card_id, brings_back
      ), passed_on as (
        update card_hold other set brings_back = true from ended
        where other.card_id = ended.card_id and other.kind <> ${about.kind} and other.ended_at is null and ended.brings_back
        returning other.card_id
      )
      select card_id from ended where brings_back and card_id not in (select card_id from passed_on)`,
  );
  return new Set(ended.map((one) => one.card_id));
}
