import type { VERDICTS } from '#contract/fleet/signals.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { lockAnyCard } from '../../cards/cards/lock-any-card.ts';
import { findClosing } from './close-cards.ts';
import { openCard } from './open-after-signal.ts';
import { decideSignal } from './signal-store.ts';

interface Verdict {
  scope: CompanyScope;
  id: number;
  userId: number;
  verdict: (typeof VERDICTS)[number];
  note: string;
}

/**
 * Stores the verdict. An explained signal or a false alarm releases the card that it keeps closed, in the same
 * transaction. Waste keeps it closed. The card is locked before the signal, in the same order as when the card is
 * opened.
 */
export async function judgeSignal(ctx: Context, input: Verdict): Promise<void> {
  const { scope, id, userId, verdict } = input;
  await ctx.db.inSystem(async (tx) => {
    const found = await findClosing(tx, scope, id);
    if (!found) throw notFound('Такого сигнала нет');
    const opens = found.closes && verdict !== 'waste';
    if (opens) await lockAnyCard(tx, found.cardId);
    await decideSignal(tx, scope, { ...input, now: ctx.clock.now() });
    if (opens) await openCard(ctx, tx, { scope, userId, cardId: found.cardId, id });
  });
}
