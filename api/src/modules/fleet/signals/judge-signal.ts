import type { VERDICTS } from '#contract/fleet/signals.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { lockAnyCard } from '../../cards/cards/lock-any-card.ts';
import { findClosing } from './close-cards.ts';
import { openCard } from './open-after-signal.ts';
import { decideSignal, listJudged } from './signal-store.ts';

interface Verdict {
  scope: CompanyScope;
  id: number;
  userId: number;
  verdict: (typeof VERDICTS)[number];
  note: string;
  /** Decides about all other open signals of its filling too. */
  filling: boolean;
}

/**
 * Stores the verdict. An explained signal or a false alarm releases the card that it keeps closed, in the same
 * transaction. Waste keeps it closed. The card is locked before the signals, in the same order as when the card is
 * opened.
 */
export async function judgeSignal(ctx: Context, input: Verdict): Promise<void> {
  const { scope, userId, verdict } = input;
  await ctx.db.inSystem(async (tx) => {
    const ids = await listJudged(tx, scope, input);
    const judged = [];
    for (const id of ids) {
      const closing = await findClosing(tx, scope, id);
      if (closing) judged.push({ ...closing, id, opens: closing.closes && verdict !== 'waste' });
    }
    if (judged.length === 0) throw notFound('Такого сигнала нет');
    const opening = judged.filter(({ opens }) => opens);
    // All signals of a filling are of one card.
    if (opening[0]) await lockAnyCard(tx, opening[0].cardId);
    for (const { id } of judged) await decideSignal(tx, scope, { ...input, id, now: ctx.clock.now() });
    for (const { id, cardId } of opening) await openCard(ctx, tx, { scope, userId, cardId, id });
  });
}
