import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { endHoldsOfCards } from '../../cards/cards/card-holds.ts';
import { lockAnyCard } from '../../cards/cards/lock-any-card.ts';
import { findClosing, releaseCard } from './close-cards.ts';

interface OpenCardArgs {
  scope: CompanyScope;
  id: number;
  userId: number;
}

/** Opens the card of a signal, without regard to the verdicts. 404 for another company's signal; 409 when the signal keeps no card closed. */
export async function openAfterSignal(ctx: Context, { scope, id, userId }: OpenCardArgs): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    const found = await findClosing(tx, scope, id);
    if (!found) throw notFound('Такого сигнала нет');
    if (!found.closes) throw conflict('Этот сигнал карту не закрывал');
    await openCard(ctx, tx, { scope, userId, cardId: found.cardId, id: null });
  });
}

/**
 * Releases the card from one signal (or, without an id, from all). The card opens when that was the last signal that
 * kept it closed, unless something else does.
 */
export async function openCard(
  ctx: Context,
  tx: Db,
  about: { scope: CompanyScope; userId: number; cardId: number; id: number | null },
): Promise<void> {
  const { scope, userId, cardId, id } = about;
  const now = ctx.clock.now();
  const card = await lockAnyCard(tx, cardId);
  if (!card || card.companyId !== scope.companyId) throw notFound('Карта не найдена');
  if (!(await releaseCard(tx, scope, { cardId, id }))) return;
  const reason = 'Сигнал разобран';
  const [stays] = await endHoldsOfCards(tx, [card], { kind: 'signal', reason, byId: userId, now });
  await recordEvent(tx, {
    at: now,
    what: stays === undefined ? 'card-opened-after-signal' : 'signal-let-card-go',
    userId,
    companyId: scope.companyId,
    targets: [{ kind: 'card', id: cardId }],
    details: { reason },
  });
}
