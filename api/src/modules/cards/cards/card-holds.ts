import { sql } from 'kysely';
import { HOLD_MESSAGES, type HoldKind } from '#contract/companies/blocks.ts';
import type { RuleKind } from '#contract/fleet/rule-values.ts';
import { CARD_STATUS, OPERATION_STATUS, OPERATION_TYPE, type OperationTypeId } from '#contract/ids.ts';
import { rows, type Db, firstRow } from '../../../db/database.ts';
import { HOLDABLE_CARD, type HoldableCard, lockAnyCard } from './lock-any-card.ts';
import { startOperations } from '../commands/operation-lifecycle.ts';
import type { Context } from '../../../context.ts';

/** The programme's reason for a card being blocked. */
export interface CardHold {
  kind: HoldKind;
  reason: string;
  since: Date;
}

/** Says at the pump and in its declines why a card on hold buys nothing: what its own rules say, else who holds it. */
export function describeHold({ kind, reason }: Pick<CardHold, 'kind' | 'reason'>): string {
  return kind === 'rules' ? reason : `${HOLD_MESSAGES[kind]}.`;
}

/** Author and reason of the start or end of a hold. */
export interface HoldDecision {
  kind: HoldKind;
  reason: string;
  /** The kind of the rule that closes the card; absent where none does. */
  rule?: RuleKind;
  /** The member of staff. */
  byId: number | null;
  now: Date;
}

/** Selects the hold of a `card` that a spent budget of its group closes. */
export const selectBudgetHold = sql`
  select from card_hold hold
  where hold.company_id = card.company_id and hold.card_id = card.id and hold.kind = 'rules'
    and hold.rule like 'together%' and hold.ended_at is null`;

/** Locks the company's cards that are set up and have no hold of this kind. */
export function lockUnheldCards(
  tx: Db,
  args: { companyId: number; kind: HoldKind; max: number },
): Promise<HoldableCard[]> {
  return rows(
    tx,
    sql<HoldableCard>`
      select ${HOLDABLE_CARD} from card
      where card.company_id = ${args.companyId} and card.status_id <> ${CARD_STATUS.notSetUp}
        and not exists (
          select from card_hold hold where hold.card_id = card.id and hold.kind = ${args.kind} and hold.ended_at is null)
      order by card.id limit ${args.max} for no key update of card`,
  );
}

/** Locks the company's cards that have a hold of this kind. */
export function lockCardsOnHold(
  tx: Db,
  args: { companyId: number; kind: HoldKind; max: number },
): Promise<HoldableCard[]> {
  return rows(
    tx,
    sql<HoldableCard>`
      select ${HOLDABLE_CARD} from card_hold hold join card on card.id = hold.card_id
      where hold.company_id = ${args.companyId} and hold.kind = ${args.kind} and hold.ended_at is null
      order by card.id limit ${args.max} for no key update of card`,
  );
}

/**
 * Returns those of these cards that will be blocked once their networks have answered everything. The caller has locked
 * them.
 */
async function listCardsToBlock(tx: Db, cards: readonly HoldableCard[]): Promise<Set<number>> {
  const types = [OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking];
  const waiting = await rows(
    tx,
    sql<{ card_id: number; type_id: OperationTypeId }>`
      select distinct on (card_id) card_id, type_id from operation
      where card_id = any(${cards.map((card) => card.id)}::bigint[]) and status_id = ${OPERATION_STATUS.inProgress}
        and type_id = any(${types}::int[])
      order by card_id, id desc`,
  );
  const last = new Map(waiting.map((item) => [item.card_id, item.type_id]));
  return new Set(
    cards.flatMap(({ id, statusId }) => {
      const type = last.get(id);
      const blocked = type ? type === OPERATION_TYPE.blocking : statusId === CARD_STATUS.blocked;
      return blocked ? [id] : [];
    }),
  );
}

/**
 * Lists cards on hold that still work, without a pending request to their networks and without a refusal since
 * `before`.
 */
async function listRefusedHolds(db: Db, args: { before: Date; max: number }): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select card.id from card_hold hold join card on card.id = hold.card_id
      where hold.ended_at is null and hold.held_at < ${args.before} and card.status_id = ${CARD_STATUS.active}
        and not exists (
          select from operation where operation.card_id = card.id
            and type_id in (${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})
            and (status_id = ${OPERATION_STATUS.inProgress} or finished_at > ${args.before}))
      group by card.id order by card.id limit ${args.max}`,
  );
  return found.map((row) => row.id);
}

async function insertHolds(
  tx: Db,
  holds: readonly { card: HoldableCard; bringsBack: boolean }[],
  about: HoldDecision,
): Promise<void> {
  await sql`
    insert into card_hold (company_id, card_id, kind, reason, rule, brings_back, held_by, held_at)
    select company_id, card_id, ${about.kind}, ${about.reason}, ${about.rule ?? null}::text, brings_back, ${about.byId}::bigint, ${about.now}::timestamptz
    from unnest(${holds.map(({ card }) => card.companyId)}::bigint[], ${holds.map(({ card }) => card.id)}::bigint[],
      ${holds.map((hold) => hold.bringsBack)}::boolean[]) as held (company_id, card_id, brings_back)`.execute(
    tx,
  );
}

/**
 * Ends the holds of these cards. Returns the cards to bring back. Where another hold still blocks a card, that hold
 * will bring it back instead.
 */
async function endHolds(tx: Db, cardIds: readonly number[], about: HoldDecision): Promise<Set<number>> {
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
  return new Set(ended.map((item) => item.card_id));
}

/** Returns the hold that blocks a card, of this kind or of any, or null. The caller has locked the card. */
export async function findCardHold(
  db: Db,
  cardId: number,
  kind: HoldKind | null = null,
): Promise<CardHold | null> {
  return firstRow(
    db,
    sql<CardHold>`
      select kind, reason, held_at as since from card_hold
      where card_id = ${cardId} and ended_at is null and (${kind}::text is null or kind = ${kind}::text)
      order by kind desc limit 1`,
  );
}

/**
 * Ends the holds of locked cards and has their networks unblock exactly those that the hold had blocked. A card that
 * has another hold, that was blocked before, or that has fuel to pay for stays blocked. Returns the ids of those.
 */
export async function endHoldsOfCards(
  tx: Db,
  cards: readonly HoldableCard[],
  decision: HoldDecision,
): Promise<number[]> {
  const ids = cards.map((card) => card.id);
  const back = await endHolds(tx, ids, decision);
  const blocked = await listCardsToBlock(tx, cards);
  const returning = cards.filter(({ id, inDebt }) => back.has(id) && blocked.has(id) && !inDebt);
  await startOperations(tx, { cards: returning, typeId: OPERATION_TYPE.unblocking, now: decision.now });
  const opened = new Set(returning.map(({ id }) => id));
  return ids.filter((id) => blocked.has(id) && !opened.has(id));
}

/**
 * Puts locked cards on hold. The active ones are blocked at their networks, and only these are unblocked when the
 * hold ends. A block or unblock that already waits is not disturbed: a new block comes after it.
 */
export async function holdCards(
  tx: Db,
  cards: readonly HoldableCard[],
  decision: HoldDecision,
): Promise<void> {
  const blocked = await listCardsToBlock(tx, cards);
  await insertHolds(
    tx,
    cards.map((card) => ({ card, bringsBack: !blocked.has(card.id) })),
    decision,
  );
  const atWork = cards.filter((card) => !blocked.has(card.id));
  const { reason, now } = decision;
  await startOperations(tx, { cards: atWork, typeId: OPERATION_TYPE.blocking, reason, now });
}

/** Gives the hold of a card's rules the reason that they have now. The caller has locked the card. */
export async function changeHoldReason(
  tx: Db,
  cardId: number,
  { rule, reason }: { rule: RuleKind; reason: string },
): Promise<void> {
  await sql`
    update card_hold set reason = ${reason}, rule = ${rule}
    where card_id = ${cardId} and kind = 'rules' and ended_at is null`.execute(tx);
}

/** Asks the network to block a card on hold. Returns false when it is blocked, about to be, or no longer on hold. */
export async function blockCardOnHold(tx: Db, cardId: number, now: Date): Promise<boolean> {
  const card = await lockAnyCard(tx, cardId);
  const hold = card && (await findCardHold(tx, cardId));
  if (!hold) return false;
  if ((await listCardsToBlock(tx, [card])).has(cardId)) return false;
  await startOperations(tx, { cards: [card], typeId: OPERATION_TYPE.blocking, reason: hold.reason, now });
  return true;
}

/** Pause between a refusal of a network and the next attempt. */
const PAUSE_MS = 600_000;
const BATCH_SIZE = 100;

/**
 * Asks networks again for blocks that the programme holds and they have refused, for as long as the hold stands. Until
 * then the card can buy, and stands under «Разбор» (`refused-block-matter.ts`).
 */
export async function retryHoldBlocks(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - PAUSE_MS);
  for (const cardId of await listRefusedHolds(ctx.db.system, { before, max: BATCH_SIZE })) {
    const requested = await ctx.db.inSystem((tx) => blockCardOnHold(tx, cardId, now));
    if (requested)
      ctx.log.error({ cardId }, 'a card that the programme holds is not blocked: its network has refused');
  }
}
