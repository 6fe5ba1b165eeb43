import { CARD_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { badRequest, conflict, notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent, type AuditedEvent } from '../../../audit/record-event.ts';
import type { Db } from '../../../db/database.ts';
import { tellOf } from '../../people/notices/tell-of.ts';
import type { HoldableCard } from './card-hold.ts';
import { lockAnyCard } from './lock-any-card.ts';
import { endHoldsOfCards } from './end-holds-of-cards.ts';
import { findCardHold } from './find-card-hold.ts';
import { holdCards } from './hold-cards.ts';

const NOT_SET_UP = 'Карта ещё не настроена: по ней не заправиться';

/** What a member of staff says of one card. */
export interface CardWord {
  cardId: number;
  userId: number;
  ip: string;
  reason: string;
  requestKey: RequestKey | null;
}

/**
 * Keeps one card blocked, whatever its owner does, until `endCardHold`. Refuses: 404, 400 a card that is not set up,
 * 409 one that is held already.
 */
export function holdCard(ctx: Context, word: CardWord): Promise<void> {
  return onCard(ctx, word, async (tx, card) => {
    if (card.statusId === CARD_STATUS.notSetUp) throw badRequest(NOT_SET_UP);
    if (await findCardHold(tx, card.id, 'staff')) throw conflict('Карту уже заблокировала программа');
    await holdCards(tx, [card], wordOf(ctx, word));
    await record(ctx, tx, { what: 'card-held', card, word });
    const now = ctx.clock.now();
    await tellOf(tx, {
      kind: 'card-blocked',
      companyId: card.companyId,
      facts: { cardId: card.id, card: card.cardNumber.slice(-4), by: 'programme', reason: word.reason },
      about: `hold:${card.id}:${now.toISOString()}`,
      now,
    });
  });
}

/** Ends it; the card comes back if the hold had taken it from work. 409 where no member of staff holds the card. */
export function endCardHold(ctx: Context, word: CardWord): Promise<void> {
  return onCard(ctx, word, async (tx, card) => {
    if (!(await findCardHold(tx, card.id, 'staff'))) throw conflict('Программа эту карту не блокировала');
    await endHoldsOfCards(tx, [card], wordOf(ctx, word));
    await record(ctx, tx, { what: 'card-hold-ended', card, word });
  });
}

async function onCard(
  ctx: Context,
  { cardId, requestKey }: CardWord,
  deed: (tx: Db, card: HoldableCard) => Promise<void>,
): Promise<void> {
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      const card = await lockAnyCard(tx, cardId);
      if (!card) throw notFound('Карта не найдена');
      await deed(tx, card);
      return null;
    }),
  );
}

function wordOf(ctx: Context, { userId, reason }: CardWord) {
  return { kind: 'staff', reason, byId: userId, now: ctx.clock.now() } as const;
}

async function record(
  ctx: Context,
  tx: Db,
  { what, card, word }: { what: AuditedEvent; card: HoldableCard; word: CardWord },
): Promise<void> {
  await recordEvent(tx, {
    at: ctx.clock.now(),
    what,
    userId: word.userId,
    companyId: card.companyId,
    ip: word.ip,
    targets: [{ kind: 'card', id: card.id }],
    details: { reason: word.reason },
  });
}
