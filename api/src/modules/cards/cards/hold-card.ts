import { CARD_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { badRequest, conflict, notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import type { AuditedEvent } from '../../../audit/audited-event.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { endHoldsOfCards, findCardHold, holdCards } from './card-holds.ts';
import { type HoldableCard, lockAnyCard } from './lock-any-card.ts';

const NOT_SET_UP = 'Карта ещё не настроена: по ней не заправиться';

/** A staff member's request for one card. */
export interface CardHoldRequest {
  cardId: number;
  userId: number;
  ip: string;
  reason: string;
  requestKey: RequestKey | null;
}

/**
 * Puts one card on hold: it stays blocked until `endCardHold`, and its owner cannot unblock it. Refuses with 404, 400
 * for a card that is not set up, 409 for one on hold already.
 */
export function holdCard(ctx: Context, decision: CardHoldRequest): Promise<void> {
  return onCard(ctx, decision, async (tx, card) => {
    if (card.statusId === CARD_STATUS.notSetUp) throw badRequest(NOT_SET_UP);
    if (await findCardHold(tx, card.id, 'staff')) throw conflict('Карту уже заблокировала программа');
    await holdCards(tx, [card], toHoldDecision(ctx, decision));
    await record(ctx, tx, { what: 'card-held', card, word: decision });
    const now = ctx.clock.now();
    await notify(tx, {
      kind: 'card-blocked',
      companyId: card.companyId,
      facts: { cardId: card.id, card: card.cardNumber.slice(-4), by: 'programme', reason: decision.reason },
      about: `hold:${card.id}:${now.toISOString()}`,
      now,
    });
  });
}

/** Ends it; the card comes back if the hold had taken it from work. 409 where no member of staff holds the card. */
export function endCardHold(ctx: Context, decision: CardHoldRequest): Promise<void> {
  return onCard(ctx, decision, async (tx, card) => {
    if (!(await findCardHold(tx, card.id, 'staff'))) throw conflict('Программа эту карту не блокировала');
    await endHoldsOfCards(tx, [card], toHoldDecision(ctx, decision));
    await record(ctx, tx, { what: 'card-hold-ended', card, word: decision });
  });
}

async function onCard(
  ctx: Context,
  { cardId, requestKey }: CardHoldRequest,
  action: (tx: Db, card: HoldableCard) => Promise<void>,
): Promise<void> {
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      const card = await lockAnyCard(tx, cardId);
      if (!card) throw notFound('Карта не найдена');
      await action(tx, card);
      return null;
    }),
  );
}

function toHoldDecision(ctx: Context, { userId, reason }: CardHoldRequest) {
  return { kind: 'staff', reason, byId: userId, now: ctx.clock.now() } as const;
}

async function record(
  ctx: Context,
  tx: Db,
  { what, card, word: decision }: { what: AuditedEvent; card: HoldableCard; word: CardHoldRequest },
): Promise<void> {
  await recordEvent(tx, {
    at: ctx.clock.now(),
    what,
    userId: decision.userId,
    companyId: card.companyId,
    ip: decision.ip,
    targets: [{ kind: 'card', id: card.id }],
    details: { reason: decision.reason },
  });
}
