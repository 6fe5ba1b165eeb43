import { randomUUID } from 'node:crypto';
import { notFound } from '../../errors.ts';
import type { Context } from '../../context.ts';
import type { CompanyScope } from '../../db/company-scope.ts';
import type { Db } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { awaitSync } from './await-sync.ts';
import type { CardChoice } from './card-change.ts';
import { insertChange } from './card-change-store.ts';
import { lockCard, type LockedCard } from './locked-card-store.ts';

/** If the process dies before the network is told, the change is looked after this much later. */
const LOOK_AFTER_SECONDS = 5;

interface Asked {
  scope: CompanyScope;
  userId: number;
  cardId: number;
  /** How long to wait for the network; by default as long as for a single card. */
  patienceMs?: number | undefined;
}

/**
 * Stores a choice for a card and enqueues the job that tells its network, in one transaction, then waits a moment for
 * the network. The choice stands without the network: a silent one is told again and again. When the network refuses,
 * the previous state is restored, and a caller who is still waiting gets the reason as a 400. Returns whether the
 * network has accepted.
 */
export async function chooseForCard(
  ctx: Context,
  asked: Asked,
  choose: (tx: Db, card: LockedCard) => Promise<CardChoice>,
): Promise<boolean> {
  const now = ctx.clock.now();
  const changeId = await ctx.db.inCompany(asked.scope, async (tx) => {
    const card = await lockCard(tx, asked.scope, asked.cardId);
    if (!card) throw notFound('Карта не найдена');
    const id = await insertChange(tx, {
      ...(await choose(tx, card)),
      companyId: card.companyId,
      cardId: card.id,
      requestId: randomUUID(),
      authorId: asked.userId,
      nextAttemptAt: new Date(now.getTime() + LOOK_AFTER_SECONDS * 1000),
      now,
    });
    await enqueueJob(tx, 'sync-card', { cardId: card.id });
    return id;
  });
  const patienceMs = asked.patienceMs ?? ctx.config.networkPatienceMs;
  return awaitSync(ctx, { changeId, patienceMs });
}
